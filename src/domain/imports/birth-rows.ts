import { maxYoung } from '../records/event-names.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import type { CalendarDate } from '../values/dates.ts';
import { gramsOf } from './cell-context.ts';
import { parseBirthState } from './cell-values.ts';
import {
  eventOf,
  toldByRow,
  type AddedEvent,
  type CellReaders,
  type EventDraft,
  type EventRow,
  type FileOfFarm,
} from './event-draft.ts';
import type { TableRow } from './fields.ts';
import { eventKey } from './happened.ts';
import { toPlannedAnimal, type KnownAnimal } from './herd.ts';

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
  const {
    violations: [violation],
    day,
  } = draft;
  if (violation !== undefined) return violation;
  if (dam?.sex !== 'female') return `Not found: none of your females has the number ${draft.dam ?? ''}.`;
  if (day === null) return 'The day is missing.';
  if (!draft.sex) return 'The sex is missing.';
  if (draft.young.state === 'alive' && !young) return 'Its young is not among your animals. Bring it in as an animal first.';
  return validateCheckupDate(day, today, dam) ?? null;
}

/** Makes one birth of the rows with the same dam and day. */
export function createBirthReader(
  readDraft: (row: TableRow) => EventDraft,
  { known: numbers, outside, today, recorded }: FileOfFarm,
) {
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
    const { tag, sex, name, day } = draft;
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
