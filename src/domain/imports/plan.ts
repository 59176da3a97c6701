import type { CalendarDate } from '../values/dates.ts';
import type { Species } from '../records/animals.ts';
import { isForGood } from '../journal/departures.ts';
import { entryNameOf } from '../records/events.ts';
import { isImportedList, readEntryRows, type ImportedList, type PlannedEntry } from './lists.ts';
import {
  addedBy,
  finishRow,
  previewOf,
  type AddedAnimal,
  type AddedNumber,
  type AnimalUpdate,
  type PlannedRow,
  type PreviewAnimal,
} from './planned-row.ts';
import { diffAnimal, isTooLongForNotes, mergeNotes, joinNotes } from './changes.ts';
import { Pedigree, type MatchedRow } from './pedigree.ts';
import { isDayOfLeaving, type Column, type TableRow } from './fields.ts';
import { toPlannedAnimal, Herd, isActive, onlySpecies, toNewAnimal, type PlannedAnimal, type KnownAnimal } from './herd.ts';
import {
  changesOfEvents,
  eventOf,
  type AddedEvent,
  type FileOfFarm,
  type NamedLists,
  type PlannedMating,
} from './event-draft.ts';
import { createEventReader, finishEventRow, idsIn } from './event-rows.ts';
import { answeredDay } from './event-days.ts';
import { changeOf, eventKey, leavingKey, tell, untold, wrongDay, type Change, type RowKind, type Told } from './happened.ts';
import { isNewlyListed, offersQuestion, withoutSale } from './offers.ts';
import { Strangers } from './strangers.ts';
import { chosenKind, type FileKind, type KindOfAnimals } from './file-kind.ts';
import { ensureOwnEid, numberChange, Numbers, withNewNumbers, type KnownNumber } from './numbers.ts';
import { sortTopologically } from '../values/topological-sort.ts';
import { Matcher } from './matching.ts';
import { answeredParents, parentQuestions, unrecordedDetails } from './parents.ts';
import { partitionRows, type RowChoices } from './left-out.ts';
import { inspectColumns } from './questions.ts';
import { answerTo, type Answers, type Question } from './question.ts';
import type { FarmSpecies, Grams, WeightUnit } from '../values/units.ts';
import { isParsed, type ParsedRow } from './parsed-row.ts';
import { finishJoined, joinRows } from './join-rows.ts';
import { createContexts } from './cell-context.ts';
import { createRowReader } from './row-reader.ts';

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly questions: readonly Question[];
  /** Parents come before their children. */
  readonly newAnimals: readonly AddedAnimal[];
  readonly changes: readonly AnimalUpdate[];
  /** Of a list of events, and of the rows of animals that tell of some. */
  readonly events: readonly AddedEvent[];
  readonly matings: readonly PlannedMating[];
  readonly numbers: readonly AddedNumber[];
  /** Of the farm's lists, such as its places. */
  readonly entries: readonly PlannedEntry[];
  readonly activeBefore: number;
  readonly activeAfter: number;
}

/** A file with the farm that it is brought into. */
interface ImportedFile {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly rowChoices: RowChoices;
  readonly answers: Answers;
  /** What the farm answered of earlier files. */
  readonly memory: Answers;
  readonly animals: readonly KnownAnimal[];
  /** The latest date that can be today at the farm. */
  readonly today: CalendarDate;
  /** The keys of the weighings and treatments that the farm has recorded, at least for the days of this file. */
  readonly recorded: ReadonlySet<string>;
  /** The identifiers that the animals have besides their ear tags. */
  readonly numbers: readonly KnownNumber[];
  readonly lists?: NamedLists | undefined;
  /** The farm's unit of weight. */
  readonly unit: WeightUnit;
  readonly keeps: FarmSpecies | null;
}

const noLists: NamedLists = { places: new Map(), groups: new Map(), ruleIds: new Set() };

const nothing = { rows: [], questions: [], newAnimals: [], changes: [], events: [], matings: [], numbers: [], entries: [] };

/** The questions about the columns, and the plan, of which nothing is written. The same input gives the same plan. */
export function inspectFile(input: ImportedFile): { readonly questions: readonly Question[]; readonly plan: () => Plan } {
  const { columns, answers, animals, numbers, today, keeps, lists = noLists } = input;
  const { included, leftOut } = partitionRows(input.rows, columns, input.rowChoices);
  const file = {
    ...input,
    lists,
    kind: chosenKind(columns, answers),
    rows: included,
    leftOut,
    herdSpecies: onlySpecies(animals, keeps),
    known: new Numbers(animals, numbers),
  };
  const { questions, facts } = inspectColumns(file);
  const plan = () =>
    planFile({
      ...file,
      ...createContexts(columns, { questions, facts }, answers, today),
      herd: new Herd(animals),
      outside: new Numbers(animals, numbers, 'outside'),
    });
  return { questions, plan };
}

interface PlannedFile extends ImportedFile, FileOfFarm {
  readonly kind: FileKind;
  readonly lists: NamedLists;
  readonly leftOut: readonly PlannedRow[];
  readonly herd: Herd;
  /** The only one of the farm. */
  readonly herdSpecies: Species | undefined;
}

function planFile(file: PlannedFile): Plan {
  const { kind } = file;
  if (isImportedList(kind)) return planEntries(file, kind);
  return kind === 'animals' ? planAnimals(file) : planEvents(file, kind);
}

function planAnimals(file: PlannedFile): Plan {
  const matched = matchRows(file);
  const pedigree = new Pedigree(matched.matchedRows, file.herd, file.numbers);
  const parents = answeredParents(file.answers);
  pedigree.resolveParents(parents);
  const plan = buildPlan(matched, pedigree, file);
  return { ...plan, questions: [...plan.questions, ...parentQuestions(parents, pedigree.reusedTags)] };
}

function planEvents(file: PlannedFile, kind: KindOfAnimals): Plan {
  const { rows, leftOut, answers, herd, herdSpecies, outside } = file;
  const strangers = new Strangers(kind, answers, outside);
  const readRows = rows.map(createEventReader({ ...file, strangers, kind }));
  const events = readRows.flatMap((row) => row.events);
  const changes = changesOfEvents(readRows);
  // An animal is added only with an event.
  const named = new Set(events.map(({ animal }) => animal));
  const gone = strangers.gone.filter(({ animal }) => named.has(animal));
  return {
    ...nothing,
    rows: inOrder([...leftOut, ...readRows.map(finishEventRow)]),
    questions: strangers.questions(herdSpecies),
    newAnimals: [...newReferences(events.map(({ animal }) => animal)), ...gone],
    changes,
    events,
    matings: readRows.flatMap(({ mating }) => mating ?? []),
    numbers: readRows.flatMap(({ animal, added }) => (animal ? added.map((number) => ({ ...number, animal })) : [])),
    ...activeCounts(herd, gone, changes),
  };
}

function planEntries(file: PlannedFile, list: ImportedList): Plan {
  const { rows, leftOut, lists, known, herd } = file;
  const readRows = readEntryRows(list, { ...file, idOf: idsIn(lists, known), ruleIds: lists.ruleIds }, rows);
  return {
    ...nothing,
    rows: inOrder([...leftOut, ...readRows.map(({ row }) => row)]),
    entries: readRows.flatMap(({ entry }) => entry ?? []),
    ...activeCounts(herd, [], []),
  };
}

const inOrder = (rows: readonly PlannedRow[]): PlannedRow[] => rows.toSorted((a, b) => a.number - b.number);

const newReferences = (animals: readonly (PlannedAnimal | null)[]): AddedAnimal[] =>
  [...new Set(animals)].flatMap((animal) => (animal && isNewReference(animal) ? addedBy(null, animal) : []));

function matchRows(file: PlannedFile) {
  const { rows, leftOut, answers, herd, known: numbers } = file;
  const read = createRowReader(file, (tag, eid) => {
    const known = numbers.findOne(tag, eid);
    return known && { ...known, isByNumber: numbers.isNumberOf(known, tag) };
  });
  const matcher = new Matcher(herd, answers);
  const matchedRows: MatchedRow[] = [];
  const finishedRows = [...leftOut];
  const newlyListed = new Set<number>();
  const isPrivate = answerTo(offersQuestion(0), answers) === 'private';
  const { rows: readRows, joined } = joinRows(rows.map(read));
  for (const row of readRows) {
    if (!isParsed(row)) {
      finishedRows.push(finishRow(row, 'refused', row.refusal));
      continue;
    }
    const match = ensureOwnEid(row, isTooLongForNotes(joinNotes(row.notes)) ? notesTooLong : matcher.match(row), numbers);
    if (match.kind !== 'new' && match.kind !== 'known') {
      const parents = { mother: row.mother?.tag ?? null, father: row.father?.tag ?? null };
      finishedRows.push({
        ...finishRow(row, match.kind, match.reason, row.remarks),
        animal: previewOf(toNewAnimal(row), parents),
      });
      continue;
    }
    const known = match.kind === 'known' ? match.animal : null;
    const isOffered = isNewlyListed(row, known);
    if (isOffered) newlyListed.add(row.number);
    const numbered = withNewNumbers(isOffered && isPrivate ? withoutSale(row) : row, known, numbers);
    matchedRows.push({ row: numbered, animal: known ? toPlannedAnimal(known, numbered) : toNewAnimal(numbered) });
  }
  return {
    matchedRows,
    finishedRows: [...finishedRows, ...finishJoined(joined, finishedRows)],
    newlyListed,
    questions: [...(newlyListed.size > 0 ? [offersQuestion(newlyListed.size)] : []), ...matcher.questions],
  };
}

const nameOf = ({ tagNumber, name }: PlannedAnimal): string => (name === null ? tagNumber : `${tagNumber} ${name}`);

interface HappenedTo {
  readonly events: AddedEvent[];
  readonly changes: Change[];
  readonly lines: string[];
  readonly remarks: string[];
}

/** The events that a row of an animal tells of, and as lines of its notes what cannot be recorded. */
function happenedTo(row: ParsedRow, animal: PlannedAnimal, file: PlannedFile): HappenedTo {
  const { status } = row.values;
  const kind: RowKind = status === 'sold' ? 'sale' : status === 'died' ? 'death' : 'animals';
  const found: HappenedTo = { events: [], changes: [], lines: [], remarks: [] };
  const telling = { kind, day: answeredDay(file.told), isOfAnimals: true, idOf: idsIn(file.lists, file.known) };
  for (const happened of row.happened) {
    const told = tell(happened, telling);
    const used = new Set(
      told.flatMap((each) => (addTold(each, animal, file, found) ? [...(each.fields ?? []), 'time', 'responsible'] : [])),
    );
    for (const [field, line] of happened.lines) {
      const isUnread = isDayOfLeaving(field) && happened.wrong.has(field);
      if (isUnread && !told.some(({ fields = [] }) => fields.includes(field)))
        found.remarks.push(`'${line}' is no day; it is kept in the notes.`);
    }
    found.lines.push(...untold(happened, used));
  }
  return found;
}

/** Whoever came on the day of its birth, from nobody and for nothing, was born here. */
const isOfBirth = ({ kind, day, note, detail }: Told, { birthDate }: PlannedAnimal): boolean =>
  kind === 'arrival' && day !== null && day === birthDate && (note ?? null) === null && (detail['from'] ?? null) === null;

/** Adds the event, or the remark why it is none. Returns false if the cells are to be kept in the notes. */
function addTold(told: Told, animal: PlannedAnimal, { today, recorded }: PlannedFile, found: HappenedTo): boolean {
  const { why, kind, day } = told;
  // A sale, a death or an arrival without a day is no event.
  if (day === null && why === undefined && (isForGood({ kind }) || kind === 'arrival')) return false;
  if (isOfBirth(told, animal)) return true;
  const wrong = why ?? wrongDay(day, today, animal);
  if (wrong !== undefined) {
    const name = entryNameOf(kind).toLowerCase();
    found.remarks.push(`Its ${name} ${name.endsWith('s') ? 'are' : 'is'} kept in the notes. ${wrong}`);
    return false;
  }
  const event = eventOf(told, animal);
  if (isRecorded(event, recorded)) return true;
  found.events.push(event);
  if (animal.known || (kind !== 'weighing' && !isForGood({ kind }))) found.changes.push(changeOf(told));
  return true;
}

function isRecorded({ animal, kind, day, time, note, detail }: AddedEvent, recorded: ReadonlySet<string>): boolean {
  const { known } = animal;
  if (!known) return false;
  if (isForGood({ kind })) return known.status !== 'active' && recorded.has(leavingKey(known.id));
  return recorded.has(eventKey(known.id, { ...detail, kind, day, time, note }));
}

const notesTooLong = { kind: 'refused', reason: 'Its notes are longer than 2,000 characters.' } as const;

function buildPlan(
  { matchedRows, finishedRows, newlyListed, questions }: ReturnType<typeof matchRows>,
  pedigree: Pedigree,
  file: PlannedFile,
): Plan {
  const rows = [...finishedRows];
  const newAnimals = new Map<PlannedAnimal, AddedAnimal>();
  const changes: AnimalUpdate[] = [];
  const events: AddedEvent[] = [];
  const numbers: AddedNumber[] = [];
  for (const { row, animal } of matchedRows) {
    const happened = happenedTo(row, animal, file);
    const { parents, lines, remarks } = resolveRow(row, animal, pedigree, happened);
    const preview = previewOf(animal, {
      mother: parents.mother && nameOf(parents.mother),
      father: parents.father && nameOf(parents.father),
      goesPublic: newlyListed.has(row.number) && row.values.forSale !== false,
      weighing: weighingIn(happened.events),
    });
    events.push(...happened.events);
    const additions = [...happened.changes, ...row.numbers.map(numberChange)];
    numbers.push(...row.numbers.map((number) => ({ ...number, animal })));
    if (!animal.known) {
      newAnimals.set(animal, { number: row.number, animal, ...parents, notes: joinNotes(lines) });
      rows.push({ ...finishRow(row, 'ready', null, remarks), changes: additions, animal: preview });
      continue;
    }
    const { changes: differences, patch } = diffAnimal(row, animal.known, lines);
    differences.push(...pedigree.changesOf(animal));
    if (differences.length > 0) changes.push({ number: row.number, animal, known: animal.known, ...parents, patch });
    differences.push(...additions);
    const finished =
      differences.length === 0
        ? finishRow(row, 'duplicate', 'You have this animal already, and the file says nothing new.', remarks)
        : finishRow(row, 'changed', null, remarks);
    rows.push({ ...finished, changes: differences, animal: preview });
  }
  const parents = [...newAnimals.values(), ...changes].flatMap(({ mother, father }) => [mother, father]);
  for (const added of newReferences(parents)) newAnimals.set(added.animal, added);
  const { order } = sortTopologically(newAnimals.keys(), pedigree.parentsOf);
  return {
    ...nothing,
    rows: inOrder(rows),
    questions,
    newAnimals: order.flatMap((animal) => newAnimals.get(animal) ?? []),
    changes,
    events,
    numbers,
    ...activeCounts(file.herd, newAnimals.values(), changes),
  };
}

/** The first weight of the row. */
function weighingIn(events: readonly AddedEvent[]): PreviewAnimal['weighing'] {
  const first = events.find(({ kind }) => kind === 'weighing');
  return first ? { date: first.day, grams: (first.detail as { readonly weightGrams: Grams }).weightGrams } : null;
}

function resolveRow(row: ParsedRow, animal: PlannedAnimal, pedigree: Pedigree, happened: HappenedTo) {
  const [mother, father] = [pedigree.parentageOf(animal, 'mother'), pedigree.parentageOf(animal, 'father')];
  const parentages = [mother ?? [], father ?? []].flat();
  const remarks = [...row.remarks, ...happened.remarks, ...parentages.flatMap(({ remark }) => remark ?? [])];
  let lines = row.notes;
  for (const [more, what] of [
    [happened.lines, 'what happened to it'],
    [parentages.flatMap(unrecordedDetails), 'its parents'],
  ] as const) {
    const all = [...lines, ...more];
    if (isTooLongForNotes(mergeNotes(animal.known?.notes ?? null, all)?.all)) {
      remarks.push(`What the file says of ${what} did not fit into the notes.`);
    } else lines = all;
  }
  return { parents: { mother: mother?.parent ?? null, father: father?.parent ?? null }, lines, remarks };
}

const isNewReference = ({ known, row }: PlannedAnimal): boolean => !known && !row;

function activeCounts({ animals }: Herd, newAnimals: Iterable<AddedAnimal>, changes: readonly AnimalUpdate[]) {
  const activeBefore = animals.filter(isActive).length;
  let activeAfter = activeBefore;
  for (const { animal } of newAnimals)
    activeAfter += Number(isActive({ isReference: isNewReference(animal), status: animal.row?.values.status ?? 'active' }));
  for (const { known, patch } of changes) {
    activeAfter -= Number(isActive(known));
    activeAfter += Number(isActive({ ...known, ...patch }));
  }
  return { activeBefore, activeAfter };
}
