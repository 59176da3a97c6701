import { parseEid } from '../eid.ts';
import type { CalendarDate } from '../dates.ts';
import { isForGood } from '../departures.ts';
import { normalizeText } from '../text.ts';
import { codePointLength } from '../text-length.ts';
import { maxWeightLbs } from '../weights.ts';
import { birthReaders, createBirthReader } from './birth-rows.ts';
import type { Strangers } from './strangers.ts';
import { analysisKey, answeredAnalysisDay, answeredSource, BreedingValueReader, evaluationKey } from './breeding-values.ts';
import { dayOf, gramsOf, type CellContext } from './cell-context.ts';
import { isMissingIn } from './cell-values.ts';
import { checkupReaders } from './checkup-cells.ts';
import { dayInHeading } from './dated-headings.ts';
import { emptyDraft, idOf, type AddedEvent, type EventDraft, type EventRow } from './event-draft.ts';
import type { Column, ImportField, TableRow } from './fields.ts';
import { rowKind, type FileKind } from './file-kind.ts';
import { eventCellReaders } from './event-cells.ts';
import { toPlannedAnimal, type KnownAnimal, type PlannedAnimal } from './herd.ts';
import { leavingKey, leftBefore } from './leaving.ts';
import { numberChange, type Numbers } from './numbers.ts';
import { type FoundAnimal, type OutsideAnimals } from './outside-animals.ts';
import type { ImportedNumber } from './parsed-row.ts';
import { eventsOf, violationOf } from './row-events.ts';
import { readDay, treatmentReaders } from './treatments.ts';
import { answeredWeighingDay } from './weighings.ts';

type CellReader = (cell: string, draft: EventDraft, context: CellContext) => void;

const readers: Readonly<Partial<Record<ImportField, CellReader>>> = {
  tagNumber: (cell, draft) => (draft.tag = cell.replaceAll(/\s+/g, ' ')),
  eid: (cell, draft) => {
    draft.eid = parseEid(cell);
    if (draft.eid === null) draft.violations.push(eidViolation(cell));
  },
  weight: (cell, draft, context) => {
    const grams = gramsOf(cell, context);
    const inHeading = dayInHeading(context.column.heading);
    const day = inHeading === undefined ? null : (dayOf(inHeading, context) ?? null);
    if (grams === undefined) draft.violations.push(`'${cell}' is not a weight between 1 g and ${maxWeightLbs} lbs.`);
    else draft.weights.push({ grams, day });
  },
  registration: (cell, draft) => (draft.registration = cell.replaceAll(/\s+/g, ' ')),
  official: otherNumber,
  tattoo: otherNumber,
  name: (cell, draft) => (draft.name = shortText(cell)),
  breed: (cell, draft) => (draft.breed = shortText(cell)),
  sex: (cell, draft, { facts }) => (draft.sex = facts.sexOf?.(cell)?.sex ?? null),
  analysisDate: (cell, draft, context) => {
    draft.analysisDay = dayOf(cell, context) ?? null;
    if (draft.analysisDay === null) draft.violations.push(`'${cell}' is not a date.`);
  },
  weighingDate: readDay,
  ...treatmentReaders,
  ...eventCellReaders,
  fatherTag: (cell, draft) => (draft.father = shortText(cell)),
  recordKind: (cell, draft, { column }) => {
    if (rowKind(cell) === undefined) draft.notes.push(`${column.heading}: ${cell}`);
  },
  notes: (cell, draft) => void draft.notes.push(cell),
  keep: (cell, draft, { column }) => void draft.notes.push(`${column.heading}: ${cell.replaceAll(/\s+/g, ' ')}`),
};

/** Names the animal where no tag does. */
function otherNumber(cell: string, draft: EventDraft): void {
  if (draft.tag === '') draft.tag = cell.replaceAll(/\s+/g, ' ');
}

/** Kinds of rows whose cells mean something else. */
const ownReaders: Readonly<Partial<Record<FileKind, typeof readers>>> = { checkup: checkupReaders, birth: birthReaders };

const shortText = (cell: string): string | null => (codePointLength(cell) <= 100 ? cell.replaceAll(/\s+/g, ' ') : null);

const eidViolation = (cell: string): string =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell)
    ? `A spreadsheet program has shortened the EID to ${cell}. Format its column as text and save the file again.`
    : `'${cell}' is not an EID: an EID has 15 digits.`;

/** The ids of the farm's places and groups, by their names as `normalizeText` writes them. */
export interface NamedLists {
  readonly places: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
}

export interface EventFile {
  readonly lists: NamedLists;
  readonly columns: readonly Column[];
  readonly contexts: readonly CellContext[];
  readonly numbers: Numbers;
  readonly outside: OutsideAnimals;
  readonly strangers: Strangers;
  readonly today: CalendarDate;
  readonly answers: CellContext['answers'];
  readonly kind: FileKind;
  /** The keys of weighings and treatments that the farm has recorded, at least for the days of this file. */
  readonly recorded: ReadonlySet<string>;
}

function nameParts(draft: EventDraft, kind: FileKind, { places, groups }: NamedLists): void {
  draft.placeId = places.get(normalizeText(draft.place ?? '')) ?? null;
  draft.groupId = groups.get(normalizeText(draft.group ?? '')) ?? null;
  if (kind !== 'vaccination') return;
  draft.vaccine ??= draft.product;
  draft.product = null;
}

/** Reads rows of events. No event is recorded twice, even if two rows of the file are equal. */
export function createEventReader({
  columns,
  contexts,
  numbers,
  outside,
  today,
  answers,
  recorded,
  kind: fileKind,
  lists,
  strangers,
}: EventFile) {
  const kindColumn = columns.findIndex(({ field }) => field === 'recordKind');
  const seen = new Map<string, number>();
  const breedingValues = new BreedingValueReader(columns);
  const source = answeredSource(answers);
  const isOfValues = columns.some(({ field }) => field === 'breedingValue');
  const nothing = isOfValues
    ? 'The row has no breeding values.'
    : fileKind === 'weighing' || fileKind === 'treatment'
      ? 'The row has no weight and no treatment.'
      : 'The row tells nothing that can be recorded.';
  const isMethodInFile = columns.some(({ field }) => field === 'weighedBy');
  const isDayInFile = columns.some(({ field }) => isDayField(field));
  const readDraft = (tableRow: TableRow, kind: FileKind): EventDraft => {
    const draft = emptyDraft();
    for (const [index, { field }] of columns.entries()) {
      const cell = (tableRow.cells[index] ?? '').trim();
      const context = contexts[index];
      if (context && !isMissingIn(field, cell)) (ownReaders[kind]?.[field] ?? readers[field])?.(cell, draft, context);
    }
    nameParts(draft, kind, lists);
    const { values, violations } = breedingValues.read(tableRow);
    draft.violations.push(...violations);
    draft.analysisDay ??= answeredAnalysisDay(answers);
    if (!isMethodInFile) draft.weighedBy = 'scale';
    if (!isDayInFile) draft.day ??= answeredWeighingDay(answers);
    return { ...draft, values };
  };
  if (fileKind === 'birth')
    return createBirthReader((row) => readDraft(row, 'birth'), { numbers, outside: outside.numbers, today, recorded });
  /** Those of a row that neither the farm nor an earlier row tells, or why there are none. */
  const freshOf = (draft: EventDraft, animal: PlannedAnimal, kind: FileKind, number: number) => {
    const events = eventsOf(draft, animal, { source, kind, fileKind, recorded }).map(({ key, ...event }) => {
      const earlier = seen.get(key);
      if (earlier === undefined) {
        seen.set(key, number);
        if (event.event.kind === 'breedingValues') seen.set(analysisKey(idOf(animal), event.event.day), number);
      }
      const why = recorded.has(key) ? 'Already recorded.' : earlier === undefined ? null : `The same as row ${earlier}.`;
      return { ...event, why };
    });
    const fresh = events.filter(({ why }) => why === null);
    return fresh.length > 0 ? fresh : (events[0]?.why ?? '');
  };
  const leavesTwice = (events: readonly { readonly event: AddedEvent }[], animal: PlannedAnimal, number: number) => {
    if (!events.some(({ event }) => isForGood(event))) return undefined;
    const earlier = seen.get(leavingKey(idOf(animal)));
    seen.set(leavingKey(idOf(animal)), earlier ?? number);
    return earlier === undefined ? undefined : `It leaves the farm in row ${earlier} already.`;
  };
  const find = (draft: EventDraft, number: number): FoundAnimal => {
    const found = findAnimal(draft, numbers, isOfValues ? outside : null);
    const stranger = 'refusal' in found && found.refusal === notFound ? strangers.find(draft, number) : undefined;
    return stranger ? { animal: stranger, remarks: ['Added, and gone.'], added: [] } : found;
  };
  return (tableRow: TableRow): EventRow => {
    const { number } = tableRow;
    const named = rowKind(tableRow.cells[kindColumn] ?? '');
    const kind = named ?? fileKind;
    const draft = readDraft(tableRow, kind);
    const unread = named === null ? `Records of the kind '${tableRow.cells[kindColumn]}' are not read from files.` : undefined;
    draft.violations.unshift(...[unread, tableRow.refusal].flatMap((violation) => violation ?? []));
    const tagNumber = draft.tag || (draft.registration ?? draft.eid ?? '');
    const row = { number, tagNumber, events: [], added: [], changes: [], remarks: [] };
    const found = find(draft, number);
    if ('refusal' in found) return { ...row, animal: null, refusal: found.refusal };
    const { animal, remarks, added } = found;
    const of = { ...row, tagNumber: animal.tagNumber, animal, remarks };
    const refusal = violationOf(draft, animal, { today, nothing, kind }) ?? contradictionOf(draft, animal, seen);
    if (refusal !== undefined) return { ...of, refusal };
    const fresh = freshOf(draft, animal, kind, number);
    if (typeof fresh === 'string') return { ...of, refusal: null, remarks: [...remarks, fresh] };
    const left = leftBefore(fresh, animal, recorded) ?? leavesTwice(fresh, animal, number);
    if (left !== undefined) return { ...of, refusal: left };
    if (animal.known) for (const each of added) numbers.add(number, animal.known, each);
    return {
      ...of,
      refusal: null,
      events: fresh.map(({ event }) => event),
      added,
      changes: [...fresh.map(({ change }) => change), ...added.map(numberChange)],
    };
  };
}

/** Looks for the EID first, then a registration number, then the tag, and last the name, which only outside animals are found by. */
function findAnimal(draft: EventDraft, numbers: Numbers, outside: OutsideAnimals | null): FoundAnimal {
  const { eid, tag, violations } = draft;
  if (!isNamed(draft, outside !== null)) return { refusal: violations[0] ?? 'The row names no animal.' };
  const { what, animals } = findOwn(draft, numbers);
  const [animal, ...others] = animals;
  if (!animal) return outside && violations.length === 0 ? outside.find(draft) : { refusal: notFound };
  if (others.length > 0) return { refusal: `Ambiguous: several of your animals have this ${what}.` };
  if (eid !== null && what !== 'EID') return withNewEid(animal, eid, numbers);
  const isOther = tag !== '' && !numbers.withTag(tag).includes(animal);
  return {
    animal: toPlannedAnimal(animal, null),
    remarks: isOther ? [`Found by its ${what}. Its tag number in the file is ${tag}.`] : [],
    added: [],
  };
}

const notFound = 'Not found: none of your animals has this number.';

const isNamed = ({ eid, registration, tag, name }: EventDraft, isByName: boolean): boolean =>
  eid !== null || registration !== null || tag !== '' || (isByName && name !== null);

function findOwn({ eid, registration, tag }: EventDraft, numbers: Numbers) {
  const ways = [
    { what: 'EID', animals: eid === null ? [] : numbers.withEid(eid) },
    { what: 'registration number', animals: registration === null ? [] : numbers.withNumber(registration) },
    { what: 'tag number', animals: numbers.withTag(tag) },
  ] as const;
  return ways.find(({ animals }) => animals.length > 0) ?? { what: 'tag number', animals: [] };
}

/** An EID that the farm does not know becomes that of the animal with the tag. */
function withNewEid(animal: KnownAnimal, eid: string, numbers: Numbers): FoundAnimal {
  if (numbers.hasEid(animal)) {
    return { refusal: `Your animal ${animal.tagNumber} has another EID than this row. Check which animal is meant.` };
  }
  const added: ImportedNumber = { kind: 'eid', number: eid };
  const check = numbers.check(animal, added);
  return typeof check === 'object'
    ? { refusal: check.conflict }
    : { animal: toPlannedAnimal(animal, null), remarks: [], added: check === 'recorded' ? [] : [added] };
}

const isDayField = (field: ImportField): boolean =>
  field === 'weighingDate' || field === 'treatedOn' || field === 'eventDay' || field === 'statusDate';

/** Two rows of a file cannot say different things of one analysis of one animal. */
function contradictionOf(
  { values, analysisDay }: EventDraft,
  animal: PlannedAnimal,
  seen: ReadonlyMap<string, number>,
): string | undefined {
  if (values.length === 0 || analysisDay === null) return undefined;
  const row = seen.get(analysisKey(idOf(animal), analysisDay));
  if (row === undefined || seen.has(evaluationKey(idOf(animal), analysisDay, values))) return undefined;
  return `Row ${row} has other values of the same animal.`;
}
