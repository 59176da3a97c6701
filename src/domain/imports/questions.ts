import { plural } from '../plural.ts';
import type { AnimalStatus, Sex, Species } from '../animals.ts';
import { isCalendarDate } from '../dates.ts';
import { monthNames } from '../calendar-date.ts';
import { hasDecimalComma, hasUnit, type WeightUnit } from './amounts.ts';
import { ambiguousExample, inferDateOrder, type DateOrder } from './birth-dates.ts';
import { importFields, type Column, type TableRow } from './fields.ts';
import { breedingValueQuestions } from './breeding-values.ts';
import { isEventFile, isIgnoredInEventFiles, rowsQuestion } from './file-kind.ts';
import { headingKey, speciesOf, unitOf } from './headings.ts';
import type { Answers, Question } from './question.ts';
import { normalizeWord } from './vocabulary.ts';
import { weighingQuestion } from './weighings.ts';
import { isMissing, createSexReader, parseSex, parseSpecies, createStatusReader, type ParsedSex } from './cell-values.ts';

export interface ColumnFacts {
  readonly order?: DateOrder | undefined;
  readonly unit?: WeightUnit | undefined;
  readonly decimalComma?: boolean;
  readonly sexOf?: (cell: string) => ParsedSex | undefined;
  readonly statusOf?: (cell: string) => AnimalStatus | undefined;
}

export interface Inspection {
  readonly questions: readonly Question[];
  readonly facts: readonly ColumnFacts[];
}

interface Context {
  readonly rows: readonly TableRow[];
  readonly herdSpecies: Species | undefined;
  readonly memory: Answers;
  readonly answers: Answers;
}

/** A column with more unknown words than this contains something other than sexes or species. */
const maxWordQuestions = 12;

export function inspectColumns(columns: readonly Column[], context: Context): Inspection {
  const questions = generalQuestions(columns, context);
  const facts: ColumnFacts[] = [];
  const ofEvents = isEventFile(columns, context.answers);
  const isOfRows = ({ field }: Column): boolean => !ofEvents || !isIgnoredInEventFiles(field);
  for (const [index, column] of columns.entries()) {
    const inspected = isOfRows(column)
      ? inspectColumn(column, index, context)
      : { questions: [], facts: factsOfUnread(column, index, context) };
    questions.push(...inspected.questions);
    facts.push(inspected.facts);
  }
  return { questions, facts };
}

/** The sex decides whether an outside animal can be added. */
const factsOfUnread = ({ field }: Column, index: number, { rows }: Context): ColumnFacts =>
  field === 'sex' ? { sexOf: createSexReader(cellsOf(index, rows)) } : {};

export function answerTo({ id, options, asksDay, suggestion }: Question, answers: Answers): string | null {
  const answer = answers.get(id);
  if (answer === undefined) return suggestion;
  return (asksDay ? isCalendarDate(answer) : options.some((option) => option.value === answer)) ? answer : suggestion;
}

export const memoryKey = (id: string, heading: string): string => id.replace(/:\d+/, () => `:${headingKey(heading)}`);

function inspectColumn(column: Column, index: number, context: Context): { questions: Question[]; facts: ColumnFacts } {
  const cells = cellsOf(index, context.rows);
  switch (column.field) {
    case 'sex': {
      const sexOf = createSexReader(cells);
      const unknown = cells.filter((cell) => !sexOf(cell));
      return { questions: askUnknownWords(column, index, unknown, sexOptions, context), facts: { sexOf } };
    }
    case 'species':
      return {
        questions: askUnknownWords(
          column,
          index,
          cells.filter((cell) => !parseSpecies(cell)),
          speciesOptions,
          context,
        ),
        facts: {},
      };
    case 'status': {
      const statusOf = createStatusReader(cells);
      const unknown = cells.filter((cell) => !statusOf(cell));
      return { questions: askUnknownWords(column, index, unknown, statusOptions, context), facts: { statusOf } };
    }
    default:
      return inspectByKind(column, index, cells, context);
  }
}

function inspectByKind(column: Column, index: number, cells: string[], context: Context) {
  switch (importFields[column.field].kind) {
    case 'day':
      return inspectDates(column, index, cells, context);
    case 'weight':
      return inspectWeights(column, index, cells, context);
    case 'price':
    case 'number':
      return { questions: [], facts: { decimalComma: hasDecimalComma(cells) } };
    default:
      return { questions: [], facts: {} };
  }
}

function inspectDates(column: Column, index: number, cells: string[], { memory }: Context) {
  const order = inferDateOrder(cells);
  if (order !== 'ambiguous') return { questions: [], facts: { order } };
  const example = ambiguousExample(cells) ?? '03/04';
  const [, a, b] = /(\d{1,2})\D+(\d{1,2})/.exec(example) ?? [];
  const id = `date:${index}`;
  const question = {
    id,
    text: `In '${column.heading}', what does ${example} mean?`,
    options: [
      { value: 'mdy', label: `Month first: the ${ordinal(b)} of ${monthName(a)}` },
      { value: 'dmy', label: `Day first: the ${ordinal(a)} of ${monthName(b)}` },
    ],
  };
  return { questions: [withSuggestion(question, index, column.heading, memory)], facts: {} };
}

function inspectWeights(column: Column, index: number, cells: string[], { memory }: Context) {
  const decimalComma = hasDecimalComma(cells);
  const unit = unitOf(column.heading);
  if (unit || cells.every(hasUnit)) return { questions: [], facts: { unit, decimalComma } };
  const question = {
    id: `unit:${index}`,
    text: `'${column.heading}': are these weights in kilograms or in pounds? The first is ${cells[0]}.`,
    options: [
      { value: 'kg', label: 'Kilograms' },
      { value: 'lb', label: 'Pounds' },
    ],
  };
  return { questions: [withSuggestion(question, index, column.heading, memory)], facts: { decimalComma } };
}

const skip = { value: 'skip', label: 'Leave these rows out' };
const sexOptions = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'wether', label: 'Wether' },
  skip,
];
const speciesOptions = [{ value: 'goat', label: 'Goat' }, { value: 'sheep', label: 'Sheep' }, skip];
const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'sold', label: 'Sold' },
  { value: 'died', label: 'Died' },
  skip,
];

function askUnknownWords(
  column: Column,
  index: number,
  unknown: string[],
  options: Question['options'],
  { memory }: Context,
): Question[] {
  const examples = new Map(unknown.toReversed().map((cell) => [normalizeWord(cell), cell.trim()]));
  if (examples.size > maxWordQuestions) return [];
  return [...examples]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, example]) => {
      const count = unknown.filter((cell) => normalizeWord(cell) === word).length;
      const question = {
        id: wordQuestionId(index, word),
        text: `'${column.heading}': what does '${example}' mean? (${plural(count, 'row')})`,
        options,
      };
      return withSuggestion(question, index, column.heading, memory);
    });
}

export const wordQuestionId = (column: number, word: string): string => `word:${column}:${word.slice(0, 100).toWellFormed()}`;

function generalQuestions(columns: readonly Column[], context: Context): Question[] {
  const questions: Question[] = rowsQuestion(columns);
  if (isEventFile(columns, context.answers)) return [...questions, ...eventQuestions(columns, context)];
  const speciesColumn = columns.findIndex(({ field }) => field === 'species');
  const sexColumn = columns.findIndex(({ field }) => field === 'sex');
  if (hasMissingCells(speciesColumn, context.rows)) {
    questions.push({
      id: 'species',
      column: null,
      text: speciesColumn === -1 ? 'Which animals are in this file?' : 'What species are the rows that do not say?',
      options: [
        { value: 'goat', label: 'Goats' },
        { value: 'sheep', label: 'Sheep' },
      ],
      suggestion: likelySpecies(columns, sexColumn, context) ?? null,
    });
  }
  if (hasMissingCells(sexColumn, context.rows)) {
    questions.push({
      id: 'sex',
      column: null,
      text:
        sexColumn === -1 ? 'No column says the sex. Are all these animals of one sex?' : 'What sex are the rows that do not say?',
      options: [{ value: 'female' satisfies Sex, label: 'Female' }, { value: 'male' satisfies Sex, label: 'Male' }, skip],
      suggestion: null,
    });
  }
  return [...questions, ...weighingQuestion(columns, context.rows)];
}

const eventQuestions = (columns: readonly Column[], { rows }: Context): Question[] => [
  ...weighingQuestion(columns, rows),
  ...(columns.some(({ field }) => field === 'breedingValue') ? breedingValueQuestions(columns, rows) : []),
];

function likelySpecies(columns: readonly Column[], sexColumn: number, { rows, herdSpecies }: Context): Species | undefined {
  const named = new Set(cellsOf(sexColumn, rows).map((cell) => parseSex(cell)?.species));
  named.delete(undefined);
  if (named.size > 1) return undefined;
  return [...named][0] ?? speciesOf(columns.map(({ heading }) => heading)) ?? herdSpecies;
}

const hasMissingCells = (column: number, rows: readonly TableRow[]): boolean =>
  rows.some(({ cells }) => isMissing(cells[column] ?? ''));

const cellsOf = (column: number, rows: readonly TableRow[]): string[] =>
  rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isMissing(cell));

function withSuggestion(
  question: Omit<Question, 'suggestion' | 'column'>,
  column: number,
  heading: string,
  memory: Answers,
): Question {
  const remembered = memory.get(memoryKey(question.id, heading));
  const suggestion = question.options.find(({ value }) => value === remembered)?.value ?? null;
  return { ...question, column, suggestion };
}

const monthName = (number: string | undefined): string => monthNames[Number(number) - 1] ?? '';

function ordinal(number: string | undefined): string {
  const value = Number(number);
  const ending = value === 1 ? 'st' : value === 2 ? 'nd' : value === 3 ? 'rd' : 'th';
  return `${value}${ending}`;
}
