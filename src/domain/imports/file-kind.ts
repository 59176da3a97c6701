import { eventKinds } from '../records/events.ts';
import { capitalized } from '../text.ts';
import type { Column, ImportField } from './fields.ts';
import type { Answers, Question } from './question.ts';

/** What the rows of a file tell. A row of any kind but `animals` never makes an animal. */
export const fileKinds = {
  breedingValues: { one: 'animal with breeding values', many: 'animals with breeding values', signs: [] },
  death: { one: 'death', many: 'deaths', signs: ['cause', 'disposal'] },
  sale: { one: 'sale', many: 'sales', signs: ['buyer', 'pricePaid'] },
  arrival: { one: 'arrival', many: 'arrivals', signs: ['from'] },
  checkup: { one: 'checkup', many: 'checkups', signs: ['hoofsTrimmed'] },
  birth: { one: 'young born', many: 'young born', signs: [] },
  treatment: { one: 'treatment', many: 'treatments', signs: ['product'] },
  vaccination: { one: 'vaccination', many: 'vaccinations', signs: ['vaccine'] },
  scores: {
    one: 'animal with scores',
    many: 'animals with scores',
    signs: ['famacha', 'bodyCondition', 'dag', 'nasal', 'coat', 'jaw', 'eggCount'],
  },
  milking: { one: 'milking', many: 'milkings', signs: ['milk'] },
  shearing: { one: 'shearing', many: 'shearings', signs: ['fleece'] },
  pregnancyCheck: { one: 'pregnancy check', many: 'pregnancy checks', signs: ['scanned'] },
  move: { one: 'move', many: 'moves', signs: ['place'] },
  records: { one: 'record', many: 'records of several kinds', signs: ['recordKind'] },
  weighing: { one: 'weight', many: 'weights', signs: ['weight'] },
  mating: { one: 'mating', many: 'matings', signs: ['fatherTag'] },
  animals: { one: 'animal', many: 'animals', signs: [] },
} as const satisfies Readonly<Record<string, { one: string; many: string; signs: readonly ImportField[] }>>;

export type FileKind = keyof typeof fileKinds;
const kindNames = Object.keys(fileKinds) as FileKind[];
export const isFileKind = (kind: string | undefined): kind is FileKind => kind !== undefined && Object.hasOwn(fileKinds, kind);

/** Fields that describe an animal as only a list of animals does. */
const descriptive: ReadonlySet<ImportField> = new Set([
  'species',
  'sex',
  'birthDate',
  'birthYear',
  'breed',
  'motherTag',
  'fatherTag',
  'status',
]);
/** Those that a list of what happened may repeat. */
const repeatable: ReadonlySet<ImportField> = new Set(['species', 'sex', 'breed']);
const days: ReadonlySet<ImportField> = new Set(['eventDay', 'treatedOn', 'weighingDate', 'statusDate', 'analysisDate']);

type Fields = ReadonlySet<ImportField>;

/** Whether a field describes the animals that such a list does not repeat. */
const describes = (fields: Fields, except: Fields = new Set()): boolean =>
  [...fields].some((field) => descriptive.has(field) && !except.has(field));

/** What the file tells by its columns; null if it is a list of animals. */
export function kindOfFile(columns: readonly Column[]): FileKind | null {
  const fields: Fields = new Set(columns.map(({ field }) => field));
  if (hasBreedingValueColumns(columns)) return 'breedingValues';
  if (!fields.has('eid') && !fields.has('tagNumber')) return null;
  if (fields.has('bornAs') && fields.has('motherTag')) return 'birth';
  const sign = signOf(fields);
  if (sign !== null) return sign;
  if (fields.has('weight') && (fields.has('weighingDate') || fields.has('eid')) && !describes(fields)) return 'weighing';
  const isMating = fields.has('fatherTag') && fields.has('eventDay') && !describes(fields, new Set<ImportField>(['fatherTag']));
  return isMating ? 'mating' : null;
}

/** A list of animals may have a column of places, sellers or treatments too. */
const beside: ReadonlySet<FileKind> = new Set(['move', 'arrival', 'treatment']);

function signOf(fields: Fields): FileKind | null {
  if (describes(fields, repeatable)) return null;
  const hasDay = [...fields].some((field) => days.has(field));
  const found = kindNames.filter((kind) => fileKinds[kind].signs.some((sign) => fields.has(sign)));
  // A product without a day is a list of treatments whose day is asked for; a price without one may be any price.
  const kind = found.find((each) => each !== 'weighing' && each !== 'mating' && (hasDay || each === 'treatment')) ?? null;
  if (kind === null || !describes(fields)) return kind;
  const isTreatmentOfDay = kind === 'treatment' && fields.has('eventDay');
  return isTreatmentOfDay || (hasDay && !beside.has(kind)) ? kind : null;
}

export const hasEventColumns = (columns: readonly Column[]): boolean => kindOfFile(columns) !== null;

/** Files of evaluations also describe the animals; those columns are ignored. */
export function hasBreedingValueColumns(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.has('breedingValue') && numberFields.some((field) => fields.has(field));
}

const numberFields = ['eid', 'tagNumber', 'registration'] as const satisfies readonly ImportField[];

const questionId = 'rows';

export function rowsQuestion(columns: readonly Column[], rows: number): Question[] {
  const kind = kindOfFile(columns);
  const isPlain = columns.some(({ field }) => descriptive.has(field) && field !== 'sex');
  if (kind === null && isPlain) return [];
  const likely = kind ?? 'animals';
  const { one, many } = fileKinds[likely];
  const others = kindNames.filter((each) => each !== likely && each !== 'breedingValues' && each !== 'animals');
  return [
    {
      id: questionId,
      column: null,
      text: `${rows === 1 ? `This looks like one ${one}` : `These look like ${rows.toLocaleString('en')} ${many}`}. What are the rows of this file?`,
      options: [
        { value: likely, label: likely === 'animals' ? animalsLabel : `${capitalized(many)} of animals you have` },
        ...(likely === 'animals' ? [] : [{ value: 'animals', label: animalsLabel }]),
        ...others.map((each) => ({ value: each, label: capitalized(fileKinds[each].many) })),
      ],
      suggestion: likely,
    },
  ];
}

const animalsLabel = 'Animals to bring in or to update';

/** The kind that the person has chosen, or else the likely one. */
export function chosenKind(columns: readonly Column[], answers: Answers): FileKind {
  const answer = answers.get(questionId);
  // Stored by an earlier version.
  return isFileKind(answer) ? answer : (kindOfFile(columns) ?? 'animals');
}

/** Whether the field is ignored in an event file. */
export const isIgnoredInEventFiles = (field: ImportField, kind: FileKind): boolean =>
  kind !== 'birth' && (descriptive.has(field) || field === 'birthWeight' || field === 'weaningWeight');

const kindsByWord = new Map<string, FileKind>(
  Object.entries({
    treatment: 'treatment treated medicine',
    vaccination: 'vaccination vaccinated vaccine',
    checkup: 'checkup check',
    death: 'death died dead',
    sale: 'sale sold',
    arrival: 'arrival arrived bought purchase purchased',
    move: 'move moved',
    weighing: 'weighing weighed weight',
    milking: 'milking milked',
    scores: 'scores score',
    shearing: 'shearing shorn',
  } satisfies Partial<Record<FileKind, string>>).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as FileKind] as const),
  ),
);

/** What a row is that names its kind; null: it is of a kind that is not read from files. */
export function rowKind(cell: string): FileKind | null | undefined {
  const word = cell.trim().toLowerCase();
  return word === '' ? undefined : (kindsByWord.get(word) ?? (unreadKinds.has(word) ? null : undefined));
}

const unreadKinds: ReadonlySet<string> = new Set([
  ...Object.values(eventKinds).map(({ label }) => label.toLowerCase()),
  'born',
  'returned',
  'slaughtered',
  'lent',
]);

export const isBreedingValueFile = (columns: readonly Column[], answers: Answers): boolean =>
  chosenKind(columns, answers) === 'breedingValues';

export const isEventFile = (columns: readonly Column[], answers: Answers): boolean => chosenKind(columns, answers) !== 'animals';
