import type { CalendarDate } from '../values/dates.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import { maxYoung } from '../records/event-names.ts';
import { parseBirthState } from './cell-values.ts';
import { gramsOf, type CellContext } from './cell-context.ts';
import { dayOfDraft, eventOf, responsibleOf, timeOf, type AddedEvent, type EventDraft, type EventRow } from './event-draft.ts';
import type { ImportField, TableRow } from './fields.ts';
import { toPlannedAnimal, type KnownAnimal } from './herd.ts';
import type { Numbers } from './numbers.ts';
import { eventKey, plainTold } from './happened.ts';

type Reader = (cell: string, draft: EventDraft, context: CellContext) => void;

/** In a list of young, each with its dam. */
export const birthReaders: Readonly<Partial<Record<ImportField, Reader>>> = {
  // The dam's other numbers and her name follow in columns of their own.
  motherTag: (cell, { birth }) => (birth.dam ??= cell),
  fatherTag: (cell, draft) => (draft.father ??= cell),
  color: (cell, { birth }) => (birth.color = cell.slice(0, 100)),
  birthWeight: (cell, { birth }, context) => {
    const grams = gramsOf(cell, context);
    if (grams !== undefined) birth.weightGrams = grams;
  },
  ease: (cell, { birth, violations }) => {
    if (/^[1-5]$/.test(cell)) birth.ease = Number(cell);
    else violations.push(`'${cell}' is no ease from 1 to 5.`);
  },
  sireCertainty: (cell, { birth }) => {
    const sure = cell.trim().toLowerCase();
    if (sure === 'certain' || sure === 'likely' || sure === 'unsure') birth.sireCertainty = sure;
  },
  bornAs: (cell, { birth, violations }, { column }) => {
    const state = parseBirthState(cell);
    if (state === undefined) violations.push(`'${cell}' in '${column.heading}' is neither alive nor stillborn nor died.`);
    else birth.state = state;
  },
};

interface Farm {
  readonly numbers: Numbers;
  /** Of animals outside the farm, for sires. */
  readonly outside: Numbers;
  readonly today: CalendarDate;
  readonly recorded: ReadonlySet<string>;
}

function refusalOf(draft: EventDraft, dam: KnownAnimal | undefined, young: KnownAnimal | undefined, today: CalendarDate) {
  const { birth, violations, sex } = draft;
  const day = dayOfDraft(draft);
  if (violations.length > 0) return violations[0];
  if (dam?.sex !== 'female') return `Not found: none of your females has the number ${birth.dam ?? ''}.`;
  if (day === null) return 'The day is missing.';
  if (!sex) return 'The sex is missing.';
  const isAlive = (birth.state ?? 'alive') === 'alive';
  if (isAlive && !young) return 'Its young is not among your animals. Bring it in as an animal first.';
  return validateCheckupDate(day, today, dam);
}

const youngOf = ({ birth, sex, tag, name }: EventDraft, young: KnownAnimal | undefined) => ({
  id: young?.id ?? null,
  sex,
  tagNumber: tag === '' ? null : tag,
  name,
  color: birth.color ?? null,
  weightGrams: birth.weightGrams ?? null,
  state: birth.state ?? 'alive',
});

/** Makes one birth of the rows with the same dam and day. */
export function createBirthReader(readDraft: (row: TableRow) => EventDraft, { numbers, outside, today, recorded }: Farm) {
  const births = new Map<string, object[]>();
  const sireOf = (tag: string | null): KnownAnimal | undefined =>
    tag === null ? undefined : (numbers.findOne(tag, null) ?? outside.findOne(tag, null));
  const birthIn = (draft: EventDraft, dam: KnownAnimal, young: object[]): AddedEvent => {
    const { birth, notes } = draft;
    const { ease = null, sireCertainty = null } = birth;
    const told = plainTold({
      kind: 'birth',
      day: dayOfDraft(draft),
      time: timeOf(draft),
      note: notes.join('\n') || null,
      responsible: responsibleOf(draft),
      detail: { sireId: sireOf(draft.father)?.id ?? null, sireCertainty, breedingId: null, ease, young },
    });
    return eventOf(told, toPlannedAnimal(dam, null));
  };
  return (tableRow: TableRow): EventRow => {
    const draft = readDraft(tableRow);
    const { birth, tag } = draft;
    const day = dayOfDraft(draft);
    const dam = birth.dam === undefined ? undefined : numbers.findOne(birth.dam, null);
    const known = tag === '' ? undefined : numbers.findOne(tag, null);
    const row = { number: tableRow.number, tagNumber: tag || (birth.dam ?? ''), events: [], added: [], changes: [], remarks: [] };
    const refusal = refusalOf(draft, dam, known, today) ?? null;
    if (refusal !== null || !dam) return { ...row, animal: null, refusal };
    const found = { ...row, animal: toPlannedAnimal(dam, null), refusal: null };
    const key = eventKey(dam.id, { kind: 'birth', day: day ?? '' });
    if (recorded.has(key)) return { ...found, remarks: ['Already recorded.'] };
    const young = youngOf(draft, known);
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
