import { parseEid } from '../records/eid.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { Grams } from '../values/units.ts';
import { isForGood, statusAfter, type LeavingKind } from '../journal/departures.ts';
import type { EventKind } from '../records/events.ts';
import { normalizeText } from '../values/text.ts';
import { codePointLength } from '../values/text-length.ts';
import {
  type CellReaders,
  EventDraft,
  toldByRow,
  type FileOfFarm,
  type NamedLists,
  eventOf,
  idOf,
  type AddedEvent,
  type EventRow,
  type PlannedMating,
} from './event-draft.ts';
import { birthReaders, createBirthReader } from './birth-rows.ts';
import { checkupOf, checkupReaders, daysOf, wrongDays } from './checkup-cells.ts';
import { changeOfMating, keysOfMating, matingKey, matingOf } from './matings.ts';
import { answeredAnalysisDay, answeredSource, createBreedingValueReader } from './breeding-values.ts';
import { dayOf, dayOfHeading, isDoubtfulDay, noteLine, oneLine, parseShortText, type CellContext } from './cell-context.ts';
import { isMissingIn, rewrittenNumber } from './cell-values.ts';
import { answeredDay } from './event-days.ts';
import { columnOf, maxNotesLength, type TableRow } from './fields.ts';
import {
  answeredHolding,
  answeredKind,
  ofAnimals,
  kindByHoldings,
  readRegister,
  rowKind,
  saysMoreThanKind,
  type KindOfAnimals,
} from './file-kind.ts';
import {
  type RowKind,
  type Telling,
  type Told,
  analysisKey,
  changeOf,
  eventKey,
  leavingKey,
  medicineKey,
  tell,
  untold,
  weighingKey,
  wrongDay,
} from './happened.ts';
import { happenedOn, isHappened, readHappened } from './happened-cells.ts';
import type { PlannedAnimal } from './herd.ts';
import { finishRow, previewOf, type PlannedRow } from './planned-row.ts';
import { unknownWordReason, wordQuestionId } from './inspection.ts';
import { numberChange, type Numbers } from './numbers.ts';
import { nameOfParent } from './nobody.ts';
import type { ImportedNumber } from './parsed-row.ts';
import { findAnimal, type Strangers } from './strangers.ts';
import { normalizeWord } from './vocabulary.ts';

const readers: CellReaders = {
  tagNumber: (cell, draft) => {
    draft.tag = oneLine(cell);
    const mistake = rewrittenNumber(cell);
    if (mistake !== undefined) draft.violations.push(mistake);
  },
  eid: (cell, draft) => {
    draft.eid = parseEid(cell);
    if (draft.eid === null) draft.violations.push(rewrittenNumber(cell) ?? `'${cell}' is not an EID: an EID has 15 digits.`);
  },
  registration: (cell, draft) => (draft.registration = oneLine(cell)),
  official: otherNumber,
  tattoo: otherNumber,
  otherNumber,
  oldTag: (cell, draft, context) => {
    otherNumber(cell, draft);
    readHappened(cell, 'oldTag', happenedOn(draft.happened, context), context);
  },
  name: (cell, draft) => (draft.name = shortText(cell)),
  breed: (cell, draft) => (draft.breed = shortText(cell)),
  sex: (cell, draft, { facts }) => (draft.sex = facts.sexOf?.(cell)?.sex ?? null),
  analysisDate: (cell, draft, context) => {
    draft.analysisDay = dayOf(cell, context) ?? null;
    if (draft.analysisDay === null) draft.violations.push(`'${cell}' is not a date.`);
  },
  fatherTag: (cell, draft) => (draft.father ??= shortText(nameOfParent(cell))),
  // The day of the row has what the other party of a move tells.
  fromHolding: (_, draft, context) => void happenedOn(draft.happened, context),
  toHolding: (_, draft, context) => void happenedOn(draft.happened, context),
  recordKind: (cell, draft, context) => {
    if (saysMoreThanKind(cell)) draft.notes.push(noteLine(cell, context));
  },
  // Read for all traits at once.
  breedingValue: () => {},
  accuracy: () => {},
  notes: (cell, draft) => void draft.notes.push(cell),
  keep: (cell, draft, context) => void draft.notes.push(noteLine(cell, context)),
};

/** Names the animal where no tag does. */
function otherNumber(cell: string, draft: EventDraft): void {
  if (draft.tag === '') draft.tag = oneLine(cell);
}

function nameAsTag(draft: EventDraft): void {
  if (draft.tag === '' && draft.eid === null && draft.registration === null) draft.tag = draft.name ?? '';
}

/** Kinds of rows whose cells mean something else. */
const ownReaders: Readonly<Partial<Record<RowKind, CellReaders>>> = {
  checkup: checkupReaders,
  birth: birthReaders,
  mating: { motherTag: otherNumber, offspring: () => {} },
};

const shortText = (cell: string): string | null => parseShortText(cell) ?? null;

export const idsIn =
  (lists: NamedLists, numbers: Numbers): Telling['idOf'] =>
  (what, name) =>
    (what === 'animal' ? numbers.findOne(name, null)?.id : lists[`${what}s`].get(normalizeText(name))) ?? null;

interface EventFile extends FileOfFarm {
  readonly strangers: Strangers;
  readonly kind: KindOfAnimals;
}

/** The only day in the headings is also that of what stands beside it. */
function dayOfRows(contexts: readonly CellContext[]): CalendarDate | undefined {
  const days = new Set(contexts.flatMap((context) => (context.column.day && dayOfHeading(context.column.day, context)) ?? []));
  return days.size === 1 ? [...days][0] : undefined;
}

/** Reads rows of events. No event is recorded twice, even if two rows of the file are equal. */
export function createEventReader(file: EventFile) {
  const { columns, contexts, known: numbers, today, told: answers, recorded, kind: fileKind, lists, strangers } = file;
  const kindColumn = columnOf(columns, 'recordKind');
  const holdings = [columnOf(columns, 'fromHolding'), columnOf(columns, 'toHolding')];
  const register = readRegister(columns);
  const seen = new Map<string, number>();
  const readBreedingValues = createBreedingValueReader(columns);
  const nothing = strangers.isOfValues
    ? 'The row has no breeding values.'
    : fileKind === 'weighing' || fileKind === 'treatment'
      ? 'The row has no weight and no treatment.'
      : 'The row tells nothing that can be recorded.';
  const readDraft = (tableRow: TableRow, kind: RowKind): EventDraft => {
    const draft = new EventDraft();
    for (const context of contexts) {
      const { field } = context.column;
      const cell = (tableRow.cells[context.index] ?? '').trim();
      if (isMissingIn(field, cell)) continue;
      if (isDoubtfulDay(cell, context)) draft.notes.push(noteLine(cell, context));
      const own = ownReaders[kind]?.[field] ?? readers[field];
      if (own) own(cell, draft, context);
      else if (!isHappened(field)) draft.notes.push(...(ofAnimals.has(field) ? [] : [noteLine(cell, context)]));
      else readHappened(cell, field, happenedOn(draft.happened, context), context);
    }
    if (!strangers.isOfValues) nameAsTag(draft);
    draft.values = readBreedingValues(tableRow, draft.violations);
    draft.analysisDay ??= answeredAnalysisDay(answers);
    return draft;
  };
  const idOfNamed = idsIn(lists, numbers);
  const day = dayOfRows(contexts) ?? answeredDay(answers);
  const toldBy = (draft: EventDraft, animal: PlannedAnimal, kind: RowKind): Told[] => {
    if (kind === 'checkup') return [checkupIn(draft, animal, recorded)];
    if (kind === 'mating') return [noteOfMating(draft)];
    const telling = { kind, idOf: idOfNamed, day: draft.day ?? day };
    return [...[...draft.happened.values()].flatMap((each) => tell(each, telling)), ...valuesIn(draft, answers)];
  };
  if (fileKind === 'birth') return createBirthReader((row) => readDraft(row, 'birth'), file);
  /** What the row says that it is, or why it is not read. */
  const kindOf = ({ cells }: TableRow) => {
    const [from = '', to = ''] = holdings.map((index) => (cells[index] ?? '').trim());
    const cell = (cells[kindColumn] ?? '').trim();
    const said = rowKind(cell);
    const answer = answers.get(wordQuestionId(kindColumn, normalizeWord(cell)));
    const { byDays, isBoth } = register(cells);
    const named =
      said === undefined ? (byDays ?? kindByHoldings(from, to, answeredHolding(answers)) ?? answeredKind(answer)) : said;
    const kind: RowKind = named ?? fileKind;
    const party = { arrival: from, sale: to }[kind as string] ?? '';
    const isLeftOut = said === undefined && answer === 'skip';
    const why = isLeftOut
      ? unknownWordReason(cell, columns[kindColumn]!, answer)
      : `Records of the kind '${cell}' are not read from files.`;
    const parties = [['party', party] as const, ['from', isBoth ? from : ''] as const];
    return { kind, parties, unread: isLeftOut || named === null ? why : undefined };
  };
  /** What happens to an animal only once, and an earlier row tells of. */
  const happensTwice = (events: readonly { readonly event: AddedEvent }[], animal: PlannedAnimal, number: number) => {
    for (const { event } of events) {
      const isCastration = event.kind === 'castration';
      if (!isCastration && !isForGood(event)) continue;
      const key = isCastration ? `${idOf(animal)} castrated` : leavingKey(idOf(animal));
      const earlier = seen.get(key);
      seen.set(key, earlier ?? number);
      if (earlier !== undefined) return `It ${isCastration ? 'is castrated' : 'leaves the farm'} in row ${earlier} already.`;
    }
    return undefined;
  };
  /** Those of a row that neither the farm nor an earlier row tells, or why there are none. */
  const freshOf = (all: ReturnType<typeof eventsOf>, animal: PlannedAnimal, number: number) => {
    const events = all.map(({ key, ...event }) => {
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
  /** Those of an animal that the farm does not have are added by the first row of it that is recorded. */
  const addNumbers = (added: readonly ImportedNumber[], animal: PlannedAnimal, number: number) => {
    const key = `${idOf(animal)} numbers`;
    const isAdded = !animal.known && seen.has(key);
    seen.set(key, number);
    if (animal.known) for (const each of added) numbers.add(number, animal.known, each);
    return isAdded ? [] : added;
  };
  return (tableRow: TableRow): EventRow => {
    const { number, remarks = [] } = tableRow;
    const { kind, parties, unread } = kindOf(tableRow);
    const draft = readDraft(tableRow, kind);
    for (const [field, name] of parties) if (name !== '') draft.row.values.set(field, name);
    draft.violations.unshift(...[unread, tableRow.refusal].flatMap((violation) => violation ?? []));
    const row = { number, tagNumber: calledBy(draft), events: [], added: [], changes: [], remarks: [], refusal: null };
    const found = findAnimal(draft, number, numbers, strangers);
    if ('refusal' in found) return { ...row, animal: null, refusal: found.refusal };
    const { animal } = found;
    const of = { ...row, tagNumber: animal.tagNumber, animal, remarks: [...remarks, ...found.remarks] };
    if (kind === 'mating') {
      const read = matingRow(draft, animal, file, seen, number);
      if (read) return { ...of, ...read };
    }
    const told = toldBy(draft, animal, kind);
    if (told.length === 0) return { ...of, refusal: draft.violations[0] ?? nothing };
    const refusal = violationOf(draft, told, animal, today) ?? contradictionOf(draft, animal, seen);
    if (refusal !== undefined) return { ...of, refusal };
    const fresh = freshOf(eventsOf(file, draft, told, animal), animal, number);
    if (typeof fresh === 'string') return { ...of, remarks: [...of.remarks, fresh] };
    const left = leftBefore(fresh, animal, recorded) ?? happensTwice(fresh, animal, number);
    if (left !== undefined) return { ...of, refusal: left };
    const newNumbers = addNumbers(found.added, animal, number);
    return {
      ...of,
      events: fresh.map(({ event }) => event),
      added: newNumbers,
      changes: [...fresh.map(({ change }) => change), ...newNumbers.map(numberChange)],
    };
  };
}

function eventsOf({ columns, kind: fileKind }: EventFile, draft: EventDraft, told: readonly Told[], animal: PlannedAnimal) {
  const notes = notesOf(draft, told);
  return told.map((each, index) => {
    const isByScale = each.kind === 'weighing' && columnOf(columns, 'weighedBy') === -1;
    const detail = isByScale ? { ...each.detail, method: 'scale' } : each.detail;
    // The note is stored once, with the first event of the row.
    const lines = [each.note ?? [], index === 0 && each.kind !== 'checkup' ? notes : []].flat();
    const event = eventOf({ ...each, detail, note: lines.length === 0 ? null : lines.join('\n') }, animal);
    return { key: keyOf(event, fileKind), event, change: changeOf(each) };
  });
}

function keyOf({ animal, detail, ...event }: AddedEvent, fileKind: KindOfAnimals): string {
  const isOfMedicine = event.kind === 'checkup' && fileKind !== 'checkup';
  return isOfMedicine ? medicineKey(idOf(animal), event.day) : eventKey(idOf(animal), { ...detail, ...event });
}

const valuesIn = ({ values, analysisDay }: EventDraft, answers: CellContext['answers']): Told[] =>
  values.length === 0 ? [] : [{ kind: 'breedingValues', day: analysisDay, detail: { source: answeredSource(answers), values } }];

/** Undefined: its male is not known, so that it becomes a note. */
function matingRow(
  draft: EventDraft,
  animal: PlannedAnimal,
  farm: FileOfFarm,
  seen: Map<string, number>,
  number: number,
): Partial<EventRow> | undefined {
  const [wrong = draft.row.wrong.values().next().value] = draft.violations;
  if (wrong !== undefined) return { refusal: wrong };
  const read = matingOf(draft, animal.known, farm);
  if ('refusal' in read) return { refusal: read.refusal };
  if ('unknown' in read) return undefined;
  const known = read.mating.fathers.some(({ id }) => farm.recorded.has(matingKey(read.mating.mother.id, id, read.mating.day)));
  const mating: PlannedMating = { ...read.mating, ...(known && { hasRecord: true }) };
  for (const key of keysOfMating(mating)) {
    const earlier = seen.get(key);
    seen.set(key, earlier ?? number);
    if (farm.recorded.has(key)) return { remarks: ['Already recorded.'] };
    if (earlier !== undefined) return { remarks: [`The same as row ${earlier}.`] };
  }
  const { day, notes: note, fathers } = mating;
  // A time with several males has no note of its own.
  const isNoted = note !== null && fathers.length > 1;
  const events = isNoted ? [{ animal, kind: 'note' as const, day, time: null, note, detail: {} }] : [];
  return { changes: [changeOfMating(mating)], mating, events };
}

/** Of a male that is not among the animals. */
const noteOfMating = (draft: EventDraft): Told => ({
  kind: 'note',
  day: draft.day,
  detail: {},
  note: `Mated with ${draft.father}`,
  fields: ['eventDay'],
});

/** Why a row cannot take the animal off the farm: it has left already. */
function leftBefore(
  events: readonly { readonly event: AddedEvent }[],
  { known }: PlannedAnimal,
  recorded: ReadonlySet<string>,
): string | undefined {
  const leaving = events.find(({ event }) => isForGood(event))?.event;
  if (!leaving || !known || known.status === 'active') return undefined;
  const isOfMark = known.status === statusAfter[leaving.kind as LeavingKind] && !recorded.has(leavingKey(known.id));
  if (isOfMark) return undefined;
  return `It ${known.status === 'sold' ? 'is sold' : 'has died'} already. If this row is right, undo that entry first.`;
}

/** What no event takes is kept in the note. */
function notesOf({ happened, notes }: EventDraft, told: readonly Told[]): string[] {
  const party = told.every(({ kind }) => kind === 'note') ? [] : ['party'];
  const used = new Set<string>(['time', 'responsible', ...party, ...told.flatMap(({ fields = [] }) => fields)]);
  return [...[...happened.values()].flatMap((each) => untold(each, used)), ...notes];
}

const ofFemales: ReadonlySet<EventKind> = new Set(['milking', 'pregnancyCheck', 'dryOff', 'abortion', 'heat']);

/** What happens only to the other sex, or only once. */
function impossibleFor({ sex, tagNumber, known }: PlannedAnimal, told: readonly Told[]): string | undefined {
  const castration = told.find(({ kind }) => kind === 'castration');
  const isOfOther = sex === 'male' ? told.some(({ kind }) => ofFemales.has(kind)) : castration !== undefined;
  if (isOfOther) return `Your animal ${tagNumber} is ${sex}.`;
  const castratedOn = known?.castratedOn ?? null;
  return castration && castratedOn !== null && castratedOn !== castration.day
    ? `It was castrated on ${castratedOn} already. If this row is right, change that entry first.`
    : undefined;
}

function violationOf({ violations, notes }: EventDraft, told: readonly Told[], animal: PlannedAnimal, today: CalendarDate) {
  const [violation = told.find(({ why }) => why !== undefined)?.why] = violations;
  if (violation !== undefined) return violation;
  const wrong = told.map(({ day }) => wrongDay(day, today, animal)).find((message) => message !== undefined);
  const impossible = wrong ?? impossibleFor(animal, told);
  if (impossible !== undefined) return impossible;
  return codePointLength(notes.join('\n')) > maxNotesLength ? 'Its notes are longer than 2,000 characters.' : undefined;
}

/** A weight that is recorded already is not recorded again with the checkup. */
function checkupIn(draft: EventDraft, animal: PlannedAnimal, recorded: ReadonlySet<string>): Told {
  const [day, grams] = [draft.day, draft.row.values.get('weight') as Grams | undefined];
  const isWeighed = grams !== undefined && !recorded.has(weighingKey(idOf(animal), { date: day ?? '', grams }));
  const status = animal.known && { healthStatus: animal.known.healthStatus };
  const detail = checkupOf({ ...status, ...draft.checkup, ...daysOf(draft.row.withdrawals, day) }, isWeighed ? grams : null);
  return { ...toldByRow(draft, { kind: 'checkup', detail }), why: wrongDays(draft.row, day) };
}

const calledBy = ({ tag, registration, eid, name }: EventDraft): string => tag || (registration ?? eid ?? name ?? '');

/** Two rows of a file cannot say different things of one analysis of one animal. */
function contradictionOf(
  { values, analysisDay }: EventDraft,
  animal: PlannedAnimal,
  seen: ReadonlyMap<string, number>,
): string | undefined {
  if (values.length === 0 || analysisDay === null) return undefined;
  const row = seen.get(analysisKey(idOf(animal), analysisDay));
  if (row === undefined || seen.has(eventKey(idOf(animal), { kind: 'breedingValues', day: analysisDay, values })))
    return undefined;
  return `Row ${row} has other values of the same animal.`;
}

export function finishEventRow(row: EventRow): PlannedRow {
  const { number, tagNumber, animal, refusal, events, changes, remarks, mating, isOfEarlierRow = false } = row;
  const isDuplicate = refusal === null && events.length === 0 && !mating && !isOfEarlierRow;
  const verdict = refusal !== null ? 'refused' : isDuplicate ? 'duplicate' : 'ready';
  const [reason, others] = isDuplicate ? [remarks.at(-1) ?? null, remarks.slice(0, -1)] : [refusal, remarks];
  return { ...finishRow({ number, tagNumber }, verdict, reason, others), changes, animal: animal && previewOf(animal) };
}
