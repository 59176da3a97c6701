import { isForGood } from '../journal/departures.ts';
import type { BreedingValue } from '../breeding/breeding-values.ts';
import type { BreedingOutcome } from '../records/breeding.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { Sex } from '../records/animals.ts';
import type { EventKind } from '../records/events.ts';
import type { Patch } from './changes.ts';
import type { AnimalUpdate } from './planned-row.ts';
import { anyDay, textIn, type Change, type Told } from './happened.ts';
import { Happened } from './happened-cells.ts';
import { tagKey, type KnownAnimal, type PlannedAnimal } from './herd.ts';
import type { ImportedNumber } from './parsed-row.ts';
import type { Grams } from '../values/units.ts';
import type { Numbers } from './numbers.ts';
import type { CellContext, ReadFile } from './cell-context.ts';
import type { ImportField } from './fields.ts';
import type { CheckupCells } from './checkup-cells.ts';

/** An event of an animal of the farm. The detail has the fields of its kind. */
export interface AddedEvent {
  readonly animal: PlannedAnimal;
  readonly kind: EventKind;
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly note: string | null;
  readonly responsible?: string | null;
  readonly detail: object;
}

/** Of one male it becomes a breeding record; of several, or until a day, a time with them. */
export interface PlannedMating {
  readonly mother: KnownAnimal;
  readonly fathers: readonly KnownAnimal[];
  readonly day: CalendarDate;
  readonly outDay: CalendarDate | null;
  readonly dueDay: CalendarDate | null;
  readonly bornDay: CalendarDate | null;
  readonly outcome: BreedingOutcome;
  readonly notes: string | null;
  /** They were together from a day on, and not only on it. */
  readonly isStay: boolean;
  /** Of the time, as the farm calls it, with its group of females. */
  readonly name: string | null;
  readonly groupId: string | null;
  /** There is a breeding record of it. */
  readonly hasRecord?: true;
}

export interface EventRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly animal: PlannedAnimal | null;
  /** Why the row is not recorded; null if it is. */
  readonly refusal: string | null;
  readonly events: readonly AddedEvent[];
  readonly added: readonly ImportedNumber[];
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  readonly mating?: PlannedMating;
  /** It completes the event of an earlier row. */
  readonly isOfEarlierRow?: true;
}

/** What the cells of a row say. */
export class EventDraft {
  tag = '';
  eid: string | null = null;
  registration: string | null = null;
  name: string | null = null;
  breed: string | null = null;
  /** null: the cell cannot be read; undefined: it is empty. */
  sex: Sex | null | undefined;
  /** By the day in the headings; '' are the other columns. */
  readonly happened = new Map<string, Happened>();
  /** The male in a list of matings. */
  father: string | null = null;
  dam: string | undefined;
  readonly birth: { ease: number | null; sireCertainty: string | null } = { ease: null, sireCertainty: null };
  readonly young: { color: string | null; weightGrams: Grams | null; state: string } = {
    color: null,
    weightGrams: null,
    state: 'alive',
  };
  readonly checkup: CheckupCells = {};
  analysisDay: CalendarDate | null = null;
  values: readonly BreedingValue[] = [];
  readonly notes: string[] = [];
  readonly violations: string[] = [];

  /** What the columns without a day in their headings tell. */
  get row(): Happened {
    return this.happened.get('') ?? new Happened();
  }

  get day(): CalendarDate | null {
    return anyDay(this.row);
  }
}

type CellReader = (cell: string, draft: EventDraft, context: CellContext) => void;
export type CellReaders = Readonly<Partial<Record<ImportField, CellReader>>>;

/** The id, or a placeholder for an animal that has none yet. */
export const idOf = ({ known, tagNumber }: PlannedAnimal): string => known?.id ?? `outside ${tagKey(tagNumber)}`;

/** What a row tells of its own day and time. */
export const toldByRow = ({ row, day }: EventDraft, told: Pick<Told, 'kind' | 'detail' | 'note'>): Told => {
  return { day, time: textIn(row, 'time'), responsible: textIn(row, 'responsible'), ...told };
};

/** The event of the animal that a row tells of. */
export const eventOf = (
  { kind, day, time = null, note = null, detail, responsible = null }: Told,
  animal: PlannedAnimal,
): AddedEvent => ({
  animal,
  kind,
  day: day ?? '',
  time,
  note,
  detail,
  ...(responsible !== null && { responsible }),
});

/** The animals that what happened to them takes off the farm or makes wethers. */
export function changesOfEvents(rows: readonly EventRow[]): AnimalUpdate[] {
  const found = new Map<KnownAnimal, AnimalUpdate>();
  for (const row of rows) {
    const { number, animal } = row;
    const known = animal?.known;
    const patch = known && patchOf(row, known);
    if (!known || !patch || Object.keys(patch).length === 0) continue;
    const earlier = found.get(known);
    found.set(known, { number, animal, known, mother: null, father: null, ...earlier, patch: { ...patch, ...earlier?.patch } });
  }
  return [...found.values()];
}

function patchOf({ events }: EventRow, { status, forSale, castratedOn }: KnownAnimal): Patch {
  const left = status === 'active' ? events.find(isForGood) : undefined;
  const castration = castratedOn === null ? events.find(({ kind }) => kind === 'castration') : undefined;
  return {
    ...(left && { status: left.kind === 'sale' ? 'sold' : 'died', ...(forSale && { forSale: false }) }),
    ...(castration && { castratedOn: castration.day }),
  };
}

/** The ids of the farm's places and groups, by their names as `normalizeText` writes them. */
export interface NamedLists {
  readonly places: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  /** The ids of the groups that are rules. */
  readonly ruleIds: ReadonlySet<string>;
}

/** A file and the farm that it is brought into. */
export interface FileOfFarm extends ReadFile {
  readonly lists: NamedLists;
  readonly known: Numbers;
  /** The recorded animals of other farms. */
  readonly outside: Numbers;
}
