import { isForGood } from '../journal/departures.ts';
import type { BreedingValue } from '../breeding/breeding-values.ts';
import {
  type BreedingOutcome,
  breedingOutcomes,
  validateBreedingDates,
  validatePair,
  validateParentsBorn,
} from '../records/breeding.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { EventKind, EventDetail } from '../records/events.ts';
import type { Patch, AnimalUpdate } from './planned-row.ts';
import { anyDay, eventKey, textIn, type Change, type Told } from './happened.ts';
import { Happened, type HappenedField } from './happened-cells.ts';
import { tagKey, type KnownAnimal, type PlannedAnimal, toPlannedAnimal } from './herd.ts';
import type { Identity, ImportedNumber } from './parsed-row.ts';
import type { Grams } from '../values/units.ts';
import { parseEid } from '../records/eid.ts';
import { maxExposedMales } from '../values/farm-lists.ts';
import { normalizeText } from '../values/text.ts';
import type { Numbers } from './numbers.ts';
import { oneOfParts } from './parents.ts';
import { wordSet } from './vocabulary.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import { maxYoung } from '../records/event-names.ts';
import { parseBirthState, parseHealthStatus, parseYesNo } from './cell-values.ts';
import { gramsOf, type CellContext, dayOf } from './cell-context.ts';
import type { ImportField, TableRow } from './fields.ts';
import { defaultHealthStatus } from '../records/animals.ts';

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
export class EventDraft implements Identity {
  tag = '';
  eid: string | null = null;
  registration: string | null = null;
  name: string | null = null;
  breed: string | null = null;
  sex: Identity['sex'];
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
}

type CellReader = (cell: string, draft: EventDraft, context: CellContext) => void;
export type CellReaders = Readonly<Partial<Record<ImportField, CellReader>>>;

/** The id, or a placeholder for an animal that has none yet. */
export const idOf = ({ known, tagNumber }: PlannedAnimal): string => known?.id ?? `outside ${tagKey(tagNumber)}`;

/** Of the columns without a day in their headings. */
const rowOf = ({ happened }: EventDraft): Happened => happened.get('') ?? new Happened();

export const dayOfDraft = (draft: EventDraft): CalendarDate | null => anyDay(rowOf(draft));
export const gramsOfDraft = (draft: EventDraft): number | undefined => rowOf(draft).values.get('weight') as number | undefined;

/** What a row tells of its own day and time. */
export const toldByRow = (draft: EventDraft, told: Pick<Told, 'kind' | 'detail' | 'note'>): Told => {
  const row = rowOf(draft);
  return { day: anyDay(row), time: textIn(row, 'time'), responsible: textIn(row, 'responsible'), ...told };
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

export const matingKey = (motherId: string, fatherId: string, day: CalendarDate): string =>
  `${motherId} mating ${fatherId} ${day}`;
export const stayKey = (motherId: string, fatherIds: readonly string[], day: CalendarDate): string =>
  `${motherId} stay ${fatherIds.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')} ${day}`;

export const keysOfMating = ({ mother, fathers, day, isStay }: PlannedMating): string[] => {
  const ids = fathers.map(({ id }) => id);
  return isStay ? [stayKey(mother.id, ids, day)] : ids.map((id) => matingKey(mother.id, id, day));
};

export const changeOfMating = ({ fathers, day, outDay }: PlannedMating): Change => ({
  label: 'Mating',
  from: null,
  to: `with ${fathers.map(({ tagNumber }) => tagNumber).join(' or ')} ${outDay === null ? 'on' : 'from'} ${day}${outDay === null ? '' : ` to ${outDay}`}`,
});

export interface FarmOfRows {
  readonly numbers: Numbers;
  /** Of animals outside the farm. */
  readonly outside: Numbers;
  readonly today: CalendarDate;
  readonly recorded: ReadonlySet<string>;
  readonly lists: { readonly groups: ReadonlyMap<string, string> };
}

const ins = ['inDay', 'eventDay', 'arrivedOn'] as const;

/** What a row says of a mating, but for whose it is. */
function datesOf(draft: EventDraft) {
  const values = draft.happened.get('')?.values;
  const text = (...fields: readonly HappenedField[]): string | null =>
    (fields.map((field) => values?.get(field)).find((value) => value !== undefined) as string | undefined) ?? null;
  const bornDay = text('bornOn');
  const outcome = breedingOutcomes.find((one) => one === text('outcome')) ?? (bornDay === null ? 'pending' : 'successful');
  const [inDay, outDay, day] = [text('inDay'), text('outDay', 'statusDate'), text(...ins) ?? dayOfDraft(draft)];
  return { inDay, outDay, day, bornDay, outcome, dueDay: text('nextDue'), name: text('stayName'), group: text('group') };
}

/** The mating that a row tells of, why it cannot be recorded, or the males that are not found. */
export function matingOf(
  draft: EventDraft,
  mother: KnownAnimal | null,
  { numbers, outside, today, lists }: FarmOfRows,
): { readonly refusal: string } | { readonly unknown: string } | { readonly mating: PlannedMating } {
  const { father } = draft;
  const { day, inDay, group, ...rest } = datesOf(draft);
  if (!mother) return { refusal: 'The female is not among your animals. Bring it in as an animal first.' };
  if (father === null) return { refusal: 'The row names no male.' };
  if (day === null) return { refusal: 'The day is missing.' };
  const found = oneOfParts(father).map(
    (name) => numbers.findMale(name, parseEid(name)) ?? outside.findMale(name, parseEid(name)),
  );
  const fathers = [...new Set(found)].flatMap((male) => male ?? []);
  if (found.includes(undefined)) return { unknown: father };
  if (fathers.length > maxExposedMales)
    return { refusal: `The row names ${fathers.length} males, more than ${maxExposedMales}.` };
  const refusal = violationOf({ mother, fathers, day, ...rest }, today);
  if (refusal !== undefined) return { refusal };
  const isStay = fathers.length > 1 || rest.outDay !== null || inDay !== null;
  const groupId = lists.groups.get(normalizeText(group ?? '')) ?? null;
  const dueDay = rest.dueDay !== null && rest.dueDay > day ? rest.dueDay : null;
  return { mating: { mother, fathers, day, ...rest, dueDay, isStay, groupId, notes: noteOf(draft, dueDay !== null) } };
}

/** What the row says besides. A birth that cannot be due when the row says so stays in its words. */
function noteOf({ happened, notes }: EventDraft, isDueKnown: boolean): string | null {
  const isTaken = (field: string): boolean => (field === 'nextDue' ? isDueKnown : ofMating.has(field));
  const lines = [...(happened.get('')?.lines ?? [])].flatMap(([field, line]) => (isTaken(field) ? [] : line));
  return [...lines, ...notes].join('\n') || null;
}

const ofMating = wordSet('inDay stayName group eventDay arrivedOn outDay statusDate bornOn outcome offspring');

function violationOf(
  { mother, fathers, day, outDay, bornDay }: Pick<PlannedMating, 'mother' | 'fathers' | 'day' | 'outDay' | 'bornDay'>,
  today: CalendarDate,
): string | undefined {
  const wrongDay = validateBreedingDates({ breedingDate: day, actualBirthDate: bornDay }, today);
  if (wrongDay) return `${wrongDay.message}: ${day}.`;
  if (outDay !== null && outDay < day) return `The males come out on ${outDay}, before they come in.`;
  for (const father of fathers) {
    const wrongPair = validatePair({ mother, father })?.message ?? validateParentsBorn({ mother, father }, day);
    if (wrongPair !== undefined) return `${wrongPair}.`;
  }
  return undefined;
}

/** In a list of young, each with its dam. */
export const birthReaders: CellReaders = {
  // The dam's other numbers and her name follow in columns of their own.
  motherTag: (cell, draft) => (draft.dam ??= cell),
  fatherTag: (cell, draft) => (draft.father ??= cell),
  color: (cell, { young }) => (young.color = cell.slice(0, 100)),
  birthWeight: (cell, { young }, context) => (young.weightGrams = gramsOf(cell, context) ?? young.weightGrams),
  ease: (cell, { birth, violations }) => {
    if (/^[1-5]$/.test(cell)) birth.ease = Number(cell);
    else violations.push(`'${cell}' is no ease from 1 to 5.`);
  },
  sireCertainty: (cell, { birth }) => {
    const sure = cell.trim().toLowerCase();
    if (sure === 'certain' || sure === 'likely' || sure === 'unsure') birth.sireCertainty = sure;
  },
  bornAs: (cell, { young, violations }, { column }) => {
    const state = parseBirthState(cell);
    if (state === undefined) violations.push(`'${cell}' in '${column.heading}' is neither alive nor stillborn nor died.`);
    else young.state = state;
  },
};

function refusalOf(draft: EventDraft, dam: KnownAnimal | undefined, young: KnownAnimal | undefined, today: CalendarDate) {
  const [[violation], day] = [draft.violations, dayOfDraft(draft)];
  if (violation !== undefined) return violation;
  if (dam?.sex !== 'female') return `Not found: none of your females has the number ${draft.dam ?? ''}.`;
  if (day === null) return 'The day is missing.';
  if (!draft.sex) return 'The sex is missing.';
  if (draft.young.state === 'alive' && !young) return 'Its young is not among your animals. Bring it in as an animal first.';
  return validateCheckupDate(day, today, dam) ?? null;
}

/** Makes one birth of the rows with the same dam and day. */
export function createBirthReader(readDraft: (row: TableRow) => EventDraft, { numbers, outside, today, recorded }: FarmOfRows) {
  const births = new Map<string, object[]>();
  const sireOf = (tag: string | null): KnownAnimal | undefined =>
    tag === null ? undefined : (numbers.findOne(tag, null) ?? outside.findOne(tag, null));
  const birthIn = (draft: EventDraft, dam: KnownAnimal, young: object[]): AddedEvent => {
    const { ease, sireCertainty } = draft.birth;
    const detail = { sireId: sireOf(draft.father)?.id ?? null, sireCertainty, breedingId: null, ease, young };
    const told = toldByRow(draft, { kind: 'birth', note: draft.notes.join('\n') || null, detail });
    return eventOf(told, toPlannedAnimal(dam, null));
  };
  return (tableRow: TableRow): EventRow => {
    const draft = readDraft(tableRow);
    const { tag, sex, name } = draft;
    const day = dayOfDraft(draft);
    const dam = draft.dam === undefined ? undefined : numbers.findOne(draft.dam, null);
    const known = tag === '' ? undefined : numbers.findOne(tag, null);
    const row = { number: tableRow.number, tagNumber: tag || (draft.dam ?? ''), events: [], added: [], changes: [], remarks: [] };
    const refusal = refusalOf(draft, dam, known, today);
    if (refusal !== null || !dam) return { ...row, animal: null, refusal };
    const found = { ...row, animal: toPlannedAnimal(dam, null), refusal: null };
    const key = eventKey(dam.id, { kind: 'birth', day: day ?? '' });
    if (recorded.has(key)) return { ...found, remarks: ['Already recorded.'] };
    const young = { id: known?.id ?? null, sex, tagNumber: tag === '' ? null : tag, name, ...draft.young };
    const changes = [{ label: 'Birth', from: null, to: `${[tag, young.sex, young.state].filter(Boolean).join(', ')} on ${day}` }];
    const begun = births.get(key);
    if (begun && begun.length >= maxYoung) return { ...found, refusal: `A birth has at most ${maxYoung} young.` };
    begun?.push(young);
    if (begun) return { ...found, changes, isOfEarlierRow: true };
    const all = [young];
    births.set(key, all);
    return { ...found, changes, events: [birthIn(draft, dam, all)] };
  };
}

/** What the cells of a row say about a checkup. */
export type CheckupCells = { -readonly [K in keyof EventDetail<'checkup'>]?: EventDetail<'checkup'>[K] };

type TextField = 'recordType' | 'veterinarian' | 'medication' | 'dosage' | 'description' | 'notes';
const text =
  (name: TextField, max: number): CellReader =>
  (cell, { checkup }) => {
    checkup[name] = Array.from(cell).slice(0, max).join('');
  };
const yesNo =
  (name: 'cdnt' | 'hoofsTrimmed' | 'dewormed'): CellReader =>
  (cell, { checkup }) => {
    checkup[name] = parseYesNo(cell) ?? true;
  };

/** In a list of checkups, whose fields take other texts than those of treatments. */
export const checkupReaders: CellReaders = {
  recordType: text('recordType', 40),
  healthStatus: (cell, { checkup }) => {
    const status = parseHealthStatus(cell);
    if (status !== undefined) checkup.healthStatus = status;
  },
  prescriber: text('veterinarian', 100),
  product: (cell, { checkup }) => {
    const given = cell.split(', ');
    if (given.includes('CD&T')) checkup.cdnt = true;
    if (given.includes('Dewormer')) checkup.dewormed = true;
    checkup.medication = given
      .filter((each) => each !== 'CD&T' && each !== 'Dewormer')
      .join(', ')
      .slice(0, 100);
  },
  dose: text('dosage', 100),
  reason: text('description', 500),
  nextDue: (cell, { checkup }, context) => {
    checkup.nextDueDate = dayOf(cell, context) ?? null;
  },
  notes: (cell, draft, context) => {
    const isDescription = /^description$/i.test(context.column.heading);
    (isDescription ? text('description', 500) : text('notes', 2000))(cell, draft, context);
  },
  cdnt: yesNo('cdnt'),
  hoofsTrimmed: yesNo('hoofsTrimmed'),
  dewormed: yesNo('dewormed'),
};

export const checkupOf = (cells: CheckupCells, grams: Grams | null): CheckupCells => ({
  healthStatus: defaultHealthStatus,
  ...cells,
  weightGrams: grams,
});

/** Checkups of a day differ by their texts. */
export const checkupKey = ({ description = '', medication = '', notes = '' }: CheckupCells): string =>
  normalizeText(`${description} ${medication} ${notes}`);

/** A list of treatments repeats the checkups that name a medicine. */
export const medicineKey = (animalId: string, day: string): string => `${animalId} ${day} medicine of a checkup`;
