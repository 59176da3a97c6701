import type { AnimalStatus, HealthStatus, Sex, Species } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import { maxWeightGrams } from '../health-records.ts';
import type { Cents } from '../money.ts';
import { cleanText, codePointLength } from '../text.ts';
import { readAgeYears, readDays, readPrice, readWeight, type WeightUnit } from './amounts.ts';
import { readBirth, readYear, type DateOrder } from './births.ts';
import { importFields, type Column, type ImportField, type TableRow } from './fields.ts';
import { answerTo, weighedOn, wordQuestion, type Answers, type ColumnFacts, type Inspection } from './questions.ts';
import { wordOf } from './vocabulary.ts';
import { asCheckup, type Weighing } from './weighings.ts';
import { healthWord, isMissing, speciesWord, yesOrNo } from './words.ts';

/** The values of an animal in a file besides tag, species, sex, parents and notes. An absent key was not in the file. */
export interface Values {
  name?: string;
  birthDate?: CalendarDate | null;
  birthYear?: number | null;
  breed?: string;
  color?: string;
  status?: AnimalStatus;
  healthStatus?: HealthStatus;
  vaccinated?: boolean;
  pedigreeUrl?: string;
  forSale?: boolean;
  salePriceCents?: Cents;
  saleDescription?: string;
  birthWeightGrams?: number;
  weaningWeightGrams?: number;
  weaningAgeDays?: number;
}

export interface ParentWords {
  readonly tag: string;
  readonly breed: string | null;
  /** The age in years at the birth of this animal. */
  readonly ageYears: number | null;
}

/** A row after parsing, before it is compared with the farm. */
export interface ReadRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly isWether: boolean;
  readonly values: Readonly<Values>;
  readonly mother: ParentWords | null;
  readonly father: ParentWords | null;
  readonly weighing: Weighing | null;
  /** The file's own notes, then the cells that no field of the animal holds. */
  readonly notes: readonly string[];
  /** Values that were read otherwise than the file states them. */
  readonly remarks: readonly string[];
}

export interface UnreadRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly refusal: string;
}

export const isRead = (row: ReadRow | UnreadRow): row is ReadRow => 'values' in row;

/** Creates the reader of a file's rows from the meaning of the columns and the person's answers. */
export function createRowReader(columns: readonly Column[], inspection: Inspection, answers: Answers, today: CalendarDate) {
  const given = new Map(inspection.questions.map((question) => [question.id, answerTo(question, answers)]));
  const readers = columns.map((column, index): CellReader => {
    const read = cellReaders[column.field];
    const context: CellContext = { column, index, given, today, facts: inspection.facts[index] ?? {} };
    return (cell, draft) => read(cell, draft, context);
  });
  return ({ number, cells }: TableRow): ReadRow | UnreadRow => {
    const draft: Draft = { tagNumber: '', values: {}, parents: {}, notes: [], kept: [], remarks: [] };
    for (const [index, read] of readers.entries()) {
      const cell = cleanText(cells[index] ?? '');
      if (!isMissing(cell)) read(cell, draft);
    }
    return finish(number, draft, given);
  };
}

interface Draft {
  tagNumber: string;
  species?: Species;
  speciesBySex?: Species;
  sex?: Sex;
  isWether?: boolean;
  values: Values;
  /** `line` goes into the notes if the weight cannot be stored. */
  weight?: { grams: number; line: string };
  /** `date` is null if the cell could not be read. */
  weighed?: { date: CalendarDate | null; line: string };
  parents: Partial<Record<'mother' | 'father', { tag?: string; breed?: string; ageYears?: number }>>;
  notes: string[];
  kept: string[];
  remarks: string[];
  refusal?: string;
}

interface CellContext {
  readonly column: Column;
  readonly index: number;
  readonly facts: ColumnFacts;
  readonly given: ReadonlyMap<string, string | null>;
  readonly today: CalendarDate;
}

type CellReader = (cell: string, draft: Draft) => void;

/** In code points. */
export const longestNotes = 2000;

function finish(number: number, draft: Draft, given: CellContext['given']): ReadRow | UnreadRow {
  const species = draft.species ?? draft.speciesBySex ?? (given.get('species') as Species | null | undefined);
  const sex = draft.sex ?? given.get('sex');
  const refusal = draft.refusal ?? validateDraft(draft, species, sex);
  const weighing = weighingOf(draft, given);
  const notes = [...draft.notes, ...draft.kept];
  if (refusal !== undefined || !species || (sex !== 'female' && sex !== 'male')) {
    return { number, tagNumber: draft.tagNumber, refusal: refusal ?? 'The sex is missing.' };
  }
  return {
    number,
    tagNumber: draft.tagNumber,
    species,
    sex,
    isWether: draft.isWether ?? false,
    values: draft.values,
    mother: parentWords(draft, 'mother', notes),
    father: parentWords(draft, 'father', notes),
    weighing,
    notes,
    remarks: draft.remarks,
  };
}

function validateDraft(draft: Draft, species: Species | null | undefined, sex: string | null | undefined): string | undefined {
  if (draft.tagNumber === '') return 'The tag number is missing.';
  if (draft.species && draft.speciesBySex && draft.species !== draft.speciesBySex) {
    return `The species is ${draft.species}, but the sex is a word for ${draft.speciesBySex === 'goat' ? 'goats' : 'sheep'}.`;
  }
  if (!species) return 'The species is missing.';
  if (sex === 'skip') return 'The sex is missing, and you left such rows out.';
  return sex ? undefined : 'The sex is missing.';
}

/** A weight without a known day is kept in the notes, and so is a day without a weight. */
function weighingOf({ weight, weighed, kept, remarks }: Draft, given: CellContext['given']): Weighing | null {
  if (!weight) {
    if (weighed?.date) kept.push(weighed.line);
    return null;
  }
  const date = weighed ? weighed.date : weighedOn(given);
  if (date !== null) return { date, grams: weight.grams };
  kept.push(weight.line);
  remarks.push('The day of its weight cannot be read, so the weight is kept in the notes.');
  return null;
}

/** The breed or age of a parent without a tag cannot be stored, so it is kept in the notes. */
function parentWords(draft: Draft, role: 'mother' | 'father', notes: string[]): ParentWords | null {
  const { tag, breed = null, ageYears = null } = draft.parents[role] ?? {};
  if (tag !== undefined) return { tag, breed, ageYears };
  if (breed !== null) notes.push(`${importFields[`${role}Breed`].label}: ${breed}`);
  if (ageYears !== null) notes.push(`${importFields.motherAgeYears.label}: ${ageYears}`);
  return null;
}

const lineOf = (cell: string, { column }: Pick<CellContext, 'column'>): string => `${column.heading}: ${oneLine(cell)}`;

/** Keeps a cell that its field cannot hold in the notes and adds a remark, so that no data is lost. */
function keepUnread(cell: string, draft: Draft, context: CellContext): void {
  draft.kept.push(lineOf(cell, context));
  draft.remarks.push(`'${cell}' is no ${importFields[context.column.field].label.toLowerCase()}; it is kept in the notes.`);
}

type FieldReader = (cell: string, draft: Draft, context: CellContext) => void;

/** Creates the reader of a field; a cell that `read` rejects is kept in the notes. */
const value =
  <T>(read: (cell: string, context: CellContext) => T | undefined, store: (draft: Draft, value: T) => void): FieldReader =>
  (cell, draft, context) => {
    const result = read(cell, context);
    if (result === undefined) keepUnread(cell, draft, context);
    else store(draft, result);
  };

const linesOf = (cell: string): string[] =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ');
const short = (cell: string): string | undefined => (codePointLength(cell) <= 100 ? oneLine(cell) : undefined);

const parent = (role: 'mother' | 'father', part: 'tag' | 'breed'): FieldReader =>
  value(short, (draft, text) => {
    // Pedigree programs write 0 for a parent that is not known.
    if (text !== '0') draft.parents[role] = { ...draft.parents[role], [part]: text };
  });

const gramsOf = (cell: string, { facts, given, index }: CellContext, most?: number): number | undefined => {
  const unit = facts.unit ?? (given.get(`unit:${index}`) as WeightUnit | null) ?? undefined;
  return readWeight(cell, unit, facts.decimalComma ?? false, most);
};

const weight = (key: 'birthWeightGrams' | 'weaningWeightGrams'): FieldReader =>
  value(
    (cell, context) => gramsOf(cell, context),
    (draft, grams) => {
      draft.values[key] = grams;
    },
  );

const cellReaders: Readonly<Record<ImportField, FieldReader>> = {
  tagNumber: (cell, draft) => {
    draft.tagNumber = oneLine(cell);
    if (codePointLength(cell) > 100) draft.refusal = 'The tag number is longer than 100 characters.';
  },
  name: value(short, (draft, text) => (draft.values.name = text)),
  breed: value(short, (draft, text) => (draft.values.breed = text)),
  color: value(short, (draft, text) => (draft.values.color = text)),
  species: readSpecies,
  sex: readSex,
  birthDate: readBirthDate,
  birthYear: value(
    (cell, { today }) => readYear(cell, today),
    (draft, year) => {
      // A full date takes precedence over a year in another column.
      if (draft.values.birthDate === undefined) Object.assign(draft.values, { birthDate: null, birthYear: year });
    },
  ),
  status: readStatus,
  healthStatus: value(healthWord, (draft, status) => (draft.values.healthStatus = status)),
  motherTag: parent('mother', 'tag'),
  motherBreed: parent('mother', 'breed'),
  motherAgeYears: value(readAgeYears, (draft, ageYears) => (draft.parents.mother = { ...draft.parents.mother, ageYears })),
  fatherTag: parent('father', 'tag'),
  fatherBreed: parent('father', 'breed'),
  birthWeight: weight('birthWeightGrams'),
  weaningWeight: weight('weaningWeightGrams'),
  weaningAge: value(readDays, (draft, days) => (draft.values.weaningAgeDays = days)),
  weight: readCheckupWeight,
  weighingDate: readWeighingDate,
  vaccinated: (cell, draft, { column }) => {
    const answer = yesOrNo(cell);
    draft.values.vaccinated = answer ?? true;
    // A date or the name of a vaccine means yes, and its text is kept as well.
    if (answer === undefined) draft.kept.push(`${column.heading}: ${oneLine(cell)}`);
  },
  pedigreeUrl: value(webAddress, (draft, url) => (draft.values.pedigreeUrl = url)),
  forSale: value(yesOrNo, (draft, isForSale) => (draft.values.forSale = isForSale)),
  salePrice: value(
    (cell, { facts }) => readPrice(cell, facts.decimalComma ?? false),
    (draft, cents) => (draft.values.salePriceCents = cents),
  ),
  saleDescription: value(
    (cell) => (codePointLength(cell) <= 2000 ? cell : undefined),
    (draft, text) => (draft.values.saleDescription = text),
  ),
  notes: (cell, draft) => void draft.notes.push(...linesOf(cell)),
  keep: (cell, draft, { column }) => void draft.kept.push(`${column.heading}: ${oneLine(cell)}`),
  leaveOut: () => {},
};

function readSpecies(cell: string, draft: Draft, { column, index, given }: CellContext): void {
  const answer = speciesWord(cell) ?? given.get(wordQuestion(index, wordOf(cell)));
  if (answer === 'goat' || answer === 'sheep') draft.species = answer;
  else draft.refusal = unknownWord(cell, column, answer);
}

function readSex(cell: string, draft: Draft, { column, index, facts, given }: CellContext): void {
  const answer = given.get(wordQuestion(index, wordOf(cell)));
  const meaning = facts.sexOf?.(cell);
  const isWether = meaning?.isWether ?? answer === 'wether';
  const sex = meaning?.sex ?? (answer === 'wether' ? 'male' : answer);
  if (sex !== 'female' && sex !== 'male') {
    draft.refusal = unknownWord(cell, column, answer);
    return;
  }
  draft.sex = sex;
  if (meaning?.species) draft.speciesBySex = meaning.species;
  if (!isWether) return;
  draft.isWether = true;
  draft.kept.push('Wether');
}

function readStatus(cell: string, draft: Draft, context: CellContext): void {
  const answer = context.facts.statusOf?.(cell) ?? context.given.get(wordQuestion(context.index, wordOf(cell)));
  if (answer === 'active' || answer === 'sold' || answer === 'died') draft.values.status = answer;
  else if (answer === 'skip') draft.refusal = unknownWord(cell, context.column, answer);
  else keepUnread(cell, draft, context);
}

const unknownWord = (cell: string, column: Column, answer: string | null | undefined): string =>
  answer === 'skip'
    ? `You left out the rows with '${cell}' in '${column.heading}'.`
    : `'${cell}' is no ${importFields[column.field].label.toLowerCase()}.`;

const orderOf = ({ index, facts, given }: CellContext): DateOrder =>
  (given.get(`date:${index}`) ?? facts.order ?? 'mdy') as DateOrder;

function readBirthDate(cell: string, draft: Draft, context: CellContext): void {
  const { column, today } = context;
  const birth = readBirth(cell, orderOf(context), today);
  if (!birth) {
    keepUnread(cell, draft, context);
    return;
  }
  if ((birth.date ?? '') > today) draft.refusal = `The birth date ${birth.date} is in the future.`;
  if (birth.isRough) draft.kept.push(`${column.heading}: ${oneLine(cell)}`);
  Object.assign(draft.values, { birthDate: birth.date, birthYear: birth.year });
}

function readCheckupWeight(cell: string, draft: Draft, context: CellContext): void {
  const grams = gramsOf(cell, context, maxWeightGrams);
  // A weight that rounds to zero cannot be stored as a checkup.
  if (grams === undefined || asCheckup(grams).grams === undefined) keepUnread(cell, draft, context);
  else draft.weight = { grams, line: lineOf(cell, context) };
}

function readWeighingDate(cell: string, draft: Draft, context: CellContext): void {
  const date = readBirth(cell, orderOf(context), context.today)?.date ?? null;
  if (date === null) keepUnread(cell, draft, context);
  draft.weighed = { date, line: lineOf(cell, context) };
}

/** Accepts http(s) URLs of printable ASCII without user information. */
function webAddress(cell: string): string | undefined {
  const isAddress = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][\x21-\x7E]*)?$/i.test(cell);
  return isAddress && cell.length <= 2048 ? cell : undefined;
}
