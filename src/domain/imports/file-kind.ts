import { eventKindNames, eventKinds, type EventKind } from '../records/events.ts';
import { capitalized } from '../values/text.ts';
import type { CalendarDate } from '../values/dates.ts';
import { daysWithoutYear } from './birth-dates.ts';
import { isMissing } from './cell-values.ts';
import { isImportedList, type ImportedList } from './lists.ts';
import {
  isSignOfEvent,
  signsOf,
  columnOf,
  importFieldNames,
  importFields,
  type Column,
  type ImportField,
  type TableRow,
} from './fields.ts';
import { happenedDays } from './happened-cells.ts';
import { namesDam, namesMating, splitWords } from './heading-words.ts';
import type { RowKind } from './happened.ts';
import { byWord } from './vocabulary.ts';
import { ask, type Answers, type Question } from './question.ts';

/** What the rows of a file tell: the first of these that its columns are signs of. A row of any kind but `animals` never makes a living animal. */
export const fileKinds = {
  breedingValues: { one: 'animal with breeding values', many: 'animals with breeding values' },
  records: { one: 'record', many: 'records of several kinds' },
  abortion: { one: 'abortion', many: 'abortions' },
  death: { one: 'death', many: 'deaths' },
  sale: { one: 'sale', many: 'sales' },
  arrival: { one: 'arrival', many: 'arrivals' },
  checkup: { one: 'checkup', many: 'checkups' },
  birth: { one: 'young born', many: 'young born' },
  treatment: { one: 'treatment', many: 'treatments' },
  vaccination: { one: 'vaccination', many: 'vaccinations' },
  scores: { one: 'animal with scores', many: 'animals with scores' },
  milking: { one: 'milking', many: 'milkings' },
  shearing: { one: 'shearing', many: 'shearings' },
  pregnancyCheck: { one: 'pregnancy check', many: 'pregnancy checks' },
  heat: { one: 'heat', many: 'heats' },
  hooves: { one: 'hoof trimming', many: 'hoof trimmings' },
  weaning: { one: 'weaning', many: 'weanings' },
  move: { one: 'move', many: 'moves' },
  tagChange: { one: 'new ear tag', many: 'new ear tags' },
  weighing: { one: 'weight', many: 'weights' },
  mating: { one: 'mating', many: 'matings' },
  places: { one: 'place', many: 'places' },
  groups: { one: 'group', many: 'groups' },
  chores: { one: 'task', many: 'tasks' },
  animals: { one: 'animal', many: 'animals' },
} as const satisfies Readonly<Partial<Record<RowKind | ImportedList, { one: string; many: string }>>>;

export type FileKind = keyof typeof fileKinds;
/** What tells of animals, and not of the farm's lists. */
export type KindOfAnimals = Exclude<FileKind, ImportedList>;
const kindNames = Object.keys(fileKinds) as FileKind[];

const descriptive = importFieldNames.filter((field) => importFields[field].isDescribing);
/** Those that a list of what happened may repeat. */
const repeatable: ReadonlySet<ImportField> = new Set(['species', 'sex', 'breed']);
export const dayFields: ReadonlySet<ImportField> = new Set(happenedDays.filter((field) => field !== 'castratedOn'));

/** Only days of birth, and of what a list of events tells, are read without a year. */
export function shortDays(field: ImportField, kind: FileKind, cells: readonly string[], today?: CalendarDate) {
  const { kind: ofCells, isOfFuture } = importFields[field];
  const isPast = ofCells === 'day' && !isOfFuture && (field === 'birthDate' || kind !== 'animals');
  return isPast && !isImportedList(kind) ? daysWithoutYear(cells, today) : undefined;
}

const signs: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  ...Object.fromEntries(kindNames.map((kind) => [kind, signsOf(kind as EventKind)])),
  death: [...signsOf('death'), 'diedOn'],
  sale: [...signsOf('sale'), 'soldOn'],
  checkup: ['recordType'],
  records: ['recordKind', 'fromHolding', 'toHolding'],
  weighing: [],
};

/** Which of the farm's lists it is; only tasks are of animals. */
function listOf(fields: Fields): ImportedList | undefined {
  if (fields.has('task')) return 'chores';
  if (fields.has('tagNumber') || fields.has('eid')) return undefined;
  return fields.has('area') || fields.has('restDays') ? 'places' : fields.has('rule') ? 'groups' : undefined;
}

type Fields = ReadonlySet<ImportField>;

/** Whether a field describes the animals that such a list does not repeat. */
const describes = (fields: Fields, except: Fields = new Set()): boolean =>
  descriptive.some((field) => fields.has(field) && !except.has(field));

/** On which something happened to animals that are called by their names alone; an arrival may be of new ones. */
const daysOfNamed = ['eventDay', 'weighingDate', 'treatedOn', 'inDay'] as const satisfies readonly ImportField[];

const namesAnimals = (fields: Fields, columns: readonly Column[]): boolean =>
  fields.has('eid') ||
  fields.has('tagNumber') ||
  (fields.has('name') && (daysOfNamed.some((day) => fields.has(day)) || columns.some(({ day }) => day !== undefined))) ||
  (fields.has('name') && !describes(fields) && (fields.has('diedOn') || fields.has('soldOn')));

/** What the file tells by its columns; null if it is a list of animals. */
export function kindOfFile(columns: readonly Column[]): FileKind | null {
  const fields: Fields = new Set(columns.map(({ field }) => field));
  if (hasBreedingValueColumns(columns)) return 'breedingValues';
  const list = listOf(fields);
  if (list) return list;
  if (!namesAnimals(fields, columns)) {
    const areDams = fields.has('motherTag') && !fields.has('name');
    return areDams && isOfMatings(new Set([...fields].filter((field) => field !== 'motherTag')), columns) ? 'mating' : null;
  }
  if (fields.has('bornAs') && fields.has('motherTag')) return 'birth';
  const [sign, isOfScale] = [signOf(fields, columns), isOfWeights(fields, columns)];
  // A scale also tells the group that it weighed.
  if (sign !== null && !(sign === 'move' && isOfScale)) return sign;
  return isOfScale ? 'weighing' : isOfMatings(fields, columns) ? 'mating' : null;
}

function isOfWeights(fields: Fields, columns: readonly Column[]): boolean {
  if (!fields.has('weight')) return false;
  if (columns.some(({ field, day }) => field === 'weight' && day !== undefined)) return !describes(fields, repeatable);
  return (fields.has('weighingDate') || fields.has('eid')) && !describes(fields);
}

const daysOfMating = ['eventDay', 'inDay', 'outDay', 'bornOn', 'nextDue'] as const satisfies readonly ImportField[];

const besideMatings: ReadonlySet<ImportField> = new Set(['heat', 'mark', 'scanned', 'place', 'group']);

export const isOfDams = ({ field, heading }: Column): boolean => field === 'tagNumber' && namesDam(heading);

const isDayOfMating = ({ field, heading }: Column): boolean =>
  field === 'inDay' || field === 'outDay' || ((field === 'eventDay' || field === 'weighingDate') && namesMating(heading));

/** A list of ewes and the days on which they were mated may also tell their scores or what they were given. */
const isOfMatings = (fields: Fields, columns: readonly Column[]): boolean =>
  fields.has('fatherTag') &&
  ((columns.some(isOfDams) && columns.some(isDayOfMating)) ||
    (daysOfMating.some((day) => fields.has(day)) &&
      [...fields].every((field) => besideMatings.has(field) || !isSignOfEvent(field)))) &&
  !describes(fields, new Set<ImportField>(['fatherTag', ...repeatable]));

/** Lists that may be of one day, which no column tells. */
const ofOneDay: ReadonlySet<FileKind> = new Set(['treatment', 'vaccination', 'scores', 'milking', 'pregnancyCheck']);

/** A list of animals may have a column of places, sellers or treatments too. */
const beside: ReadonlySet<FileKind> = new Set(['move', 'arrival', 'treatment', 'vaccination', 'weaning', 'hooves', 'heat']);

function signOf(fields: Fields, columns: readonly Column[]): FileKind | null {
  if (describes(fields, repeatable)) return null;
  const hasDay = columns.some(({ day }) => day !== undefined) || [...fields].some((field) => dayFields.has(field));
  // Whatever goes from one place to another stays on the farm.
  const isHeaded = (...words: string[]) => columns.some(({ heading }) => words.includes(heading.trim().toLowerCase()));
  const isOfMoves = isHeaded('from', 'moved from') && isHeaded('to', 'moved to') && !fields.has('arrivedOn');
  const found = kindNames.filter(
    (kind) => signs[kind]?.some((sign) => (fields as ReadonlySet<string>).has(sign)) && !(isOfMoves && kind === 'arrival'),
  );
  // A product or a score without a day is of a list whose day is asked for; a price without one may be any price.
  const kind =
    found.find((each) => hasDay || ofOneDay.has(each) || (each === 'sale' && fields.has('buyer') && !describes(fields))) ?? null;
  if (kind === null || !describes(fields)) return kind;
  const isTreatmentOfDay = kind === 'treatment' && fields.has('eventDay');
  return isTreatmentOfDay || (hasDay && !beside.has(kind)) ? kind : null;
}

/** Files of evaluations also describe the animals; those columns are ignored. */
export function hasBreedingValueColumns(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.has('breedingValue') && numberFields.some((field) => fields.has(field));
}

const numberFields = ['eid', 'tagNumber', 'registration'] as const satisfies readonly ImportField[];

export const rowsQuestionId = 'rows';

export function rowsQuestion(columns: readonly Column[], rows: number): Question[] {
  const kind = kindOfFile(columns);
  const isPlain = columns.some(({ field }) => importFields[field].isDescribing && field !== 'sex');
  if (kind === null && isPlain) return [];
  const likely = kind ?? 'animals';
  const { one, many } = fileKinds[likely];
  const others = kindNames.filter((each) => each !== likely && each !== 'breedingValues' && each !== 'animals');
  return [
    ask({
      id: rowsQuestionId,
      text: `${rows === 1 ? `This looks like one ${one}` : `These look like ${rows.toLocaleString('en')} ${many}`}. What are the rows of this file?`,
      options: {
        [likely]: isImportedList(likely) ? capitalized(many) : `${capitalized(many)} of animals you have`,
        animals: 'Animals to bring in or to update',
        ...Object.fromEntries(others.map((each) => [each, capitalized(fileKinds[each].many)])),
      },
      suggestion: likely,
    }),
  ];
}

/** The kind that the person has chosen, or else the likely one. */
export const chosenKind = (columns: readonly Column[], answers: Answers): FileKind =>
  kindNames.find((kind) => kind === answers.get(rowsQuestionId)) ?? kindOfFile(columns) ?? 'animals';

const saysDone = ({ field, heading, isChosen }: Column): boolean =>
  field === 'status' || (field === 'keep' && !isChosen && /^(?:is )?(?:done|completed?|finished)\W*$/i.test(heading.trim()));

const underDays: Readonly<Partial<Record<FileKind, ImportField>>> = { milking: 'milk', scores: 'famacha', weighing: 'weight' };

/**
 * Under bare days a list of milkings has milk, and every other list but that of scores weights. A task is due on its day, and its state
 * says whether it is done.
 */
export function columnsOfKind(columns: readonly Column[], answers: Answers): readonly Column[] {
  const kind = chosenKind(columns, answers);
  const has = (field: ImportField): boolean => columnOf(columns, field) !== -1;
  const own = underDays[kind];
  if (own && !has(own))
    return columns.map((column) => {
      const isOpen = column.day !== undefined && !column.isChosen;
      const mayBeOwn = isOpen && (column.field === 'weight' || column.ask?.includes(own));
      return mayBeOwn ? { ...column, field: own } : column;
    });
  if (kind !== 'chores') return columns;
  const state = has('doneOn') ? undefined : columns.find(saysDone);
  return columns.map((column) => {
    const isDue = column.field === 'nextDue' && !has('eventDay');
    return isDue || column === state ? { ...column, field: isDue ? 'eventDay' : 'doneOn' } : column;
  });
}

/** What a list of events may repeat of its animals. */
export const ofAnimals: ReadonlySet<ImportField> = new Set([
  ...descriptive,
  'birthWeight',
  'weaningWeight',
  'moreNumbers',
  'leaveOut',
]);

/** Whether the field is ignored in an event file. */
export const isIgnoredInEvents = (field: ImportField, kind: FileKind): boolean => kind !== 'birth' && ofAnimals.has(field);

const kindsByWord: ReadonlyMap<string, RowKind> = new Map([
  ...eventKindNames.map((kind) => [eventKinds[kind].label.toLowerCase(), kind] as const),
  ...byWord<RowKind>({
    treatment: 'treatment|treated|medicine|drench|drenched|dosed|wormed|dewormed|injected',
    vaccination: 'vaccination|vaccinated|vaccine',
    checkup: 'checkup|check',
    death: 'death|died|dead',
    sale: 'sale|sold|off|out',
    slaughter: 'slaughter|slaughtered|abattoir',
    return: 'return|returned',
    loan: 'loan|lent',
    arrival: 'arrival|arrived|bought|purchase|purchased|on|in',
    move: 'move|moved',
    weighing: 'weighing|weighed|weight',
    milking: 'milking|milked',
    scores: 'scores|score',
    shearing: 'shearing|shorn',
  }),
]);

/** A row that names the holdings that animals came from and went to. */
export const kindByHoldings = (from: string, to: string, own: string | null): 'arrival' | 'sale' | undefined => {
  const [isFrom, isTo] = [from, to].map((holding) => own !== null && holdingKey(holding) === holdingKey(own));
  if (isFrom !== isTo) return isFrom ? 'sale' : 'arrival';
  return own === null && (from === '') !== (to === '') ? (from === '' ? 'sale' : 'arrival') : undefined;
};

/** `12/345/6789` and `123456789` are one. */
const holdingKey = (holding: string): string => holding.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const ownHolding = 'holding';
export const answeredHolding = (answers: ReadonlyMap<string, string | null>): string | null => answers.get(ownHolding) ?? null;

/** Where a column has the day of arrival and one that of leaving, they tell what a row is; an animal may have come and left. */
export function readRegister(columns: readonly Column[]) {
  const days = [columnOf(columns, 'arrivedOn'), columnOf(columns, 'statusDate')];
  const isRegister = !days.includes(-1);
  return (cells: readonly string[]) => {
    const [hasCome, hasLeft] = days.map((column) => isRegister && !isMissing(cells[column] ?? ''));
    return { byDays: hasLeft ? ('sale' as const) : hasCome ? ('arrival' as const) : undefined, isBoth: hasCome && hasLeft };
  };
}

const maxHoldings = 12;

/** Of a file with both holdings; it is likely the one in every row. */
export function holdingQuestion(columns: readonly Column[], rows: readonly TableRow[], memory: Answers): Question[] {
  const [from, to] = [columnOf(columns, 'fromHolding'), columnOf(columns, 'toHolding')];
  if (from === -1 || to === -1) return [];
  const byDays = readRegister(columns);
  if (rows.every(({ cells }) => byDays(cells).byDays !== undefined)) return [];
  const holdingsIn = ({ cells }: TableRow) => new Set([from, to].map((index) => (cells[index] ?? '').trim()));
  const named = rows.flatMap((row) => [...holdingsIn(row)].filter((holding) => holding !== ''));
  const counts = [...Map.groupBy(named, holdingKey).values()].map((all) => ({ label: all[0] ?? '', count: all.length }));
  const likely = counts.toSorted((a, b) => b.count - a.count).slice(0, maxHoldings);
  const own = memory.get(ownHolding);
  const known = likely.filter(({ label }) => own !== undefined && holdingKey(label) === holdingKey(own));
  const always = known.length > 0 ? known : likely.filter(({ count }) => count === rows.length);
  return [
    ask({
      id: ownHolding,
      text: 'Which of these holdings is yours? Animals that come to it have arrived, those that go from it have left.',
      options: likely.map(({ label }) => ({ value: label, label })),
      suggestion: always.length === 1 ? (always[0]?.label ?? null) : null,
    }),
  ];
}

/** What a row is that names its kind; null: it is of a kind that is not read from files. */
export function rowKind(cell: string): RowKind | null | undefined {
  const word = wordOfKind(cell);
  if (word === '') return undefined;
  const kind = kindsByWord.get(word);
  return kind === 'birth' || kind === 'breedingValues' || word === 'born' ? null : kind;
}

/** `Arrived: Imported` says how it arrived. */
const wordOfKind = (cell: string): string => splitWords(cell.split(':')[0] ?? '').join(' ');

/** A departure may be a sale as well as a loan. */
export const isKindWord = (cell: string): boolean =>
  rowKind(cell) !== undefined || /^(?:departures?|departed|left)$/.test(wordOfKind(cell));

export const saysMoreThanKind = (cell: string): boolean => rowKind(cell) === undefined || cell.includes(':');

/** What the person says that a word for a kind of record means. */
export const answeredKind = (answer: string | null | undefined): RowKind | undefined =>
  answer == null || answer === 'skip' ? undefined : (answer as RowKind);
