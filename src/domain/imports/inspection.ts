import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { isCalendarDate, type CalendarDate } from '../values/dates.ts';
import type { WeightUnit } from './amounts.ts';
import type { DateOrder } from './birth-dates.ts';
import { isMissing, type ParsedSex } from './cell-values.ts';
import type { Column, TableRow } from './fields.ts';
import { headingKey } from './heading-words.ts';
import { ask, type Answers, type Asked, type Question } from './question.ts';

export interface ColumnFacts {
  readonly order?: DateOrder | undefined;
  /** The columns whose question also asks for this one: the days and the weights of a file are written alike. */
  readonly orderAsked?: number;
  readonly unitAsked?: number;
  readonly unit?: WeightUnit | undefined;
  readonly decimalComma?: boolean;
  /** The days whose year the person tells. */
  readonly withoutYear?: readonly string[];
  readonly sexOf?: (cell: string) => ParsedSex | undefined;
  readonly statusOf?: (cell: string) => AnimalStatus | undefined;
}

export interface Inspection {
  readonly questions: readonly Question[];
  readonly facts: readonly ColumnFacts[];
}

export interface InspectionContext {
  readonly rows: readonly TableRow[];
  readonly herdSpecies: Species | undefined;
  readonly memory: Answers;
  readonly answers: Answers;
  /** Of the whole table. */
  readonly columns?: readonly Column[];
  readonly today: CalendarDate;
  /** The sex and species of the animal of the farm that a row is about. */
  readonly knownOf?: (row: TableRow) => { readonly sex: Sex; readonly species: Species } | undefined;
}

/** A column with more unknown words than this contains something other than sexes or species. */
export const maxWordQuestions = 12;

export function answerTo({ id, options, asksDay, suggestion }: Question, answers: Answers): string | null {
  const answer = answers.get(id);
  if (answer === undefined) return suggestion;
  return (asksDay ? isCalendarDate(answer) : options.some((option) => option.value === answer)) ? answer : suggestion;
}

export const memoryKey = (id: string, heading: string): string => id.replace(/:\d+/, () => `:${headingKey(heading)}`);

export const wordQuestionId = (column: number, word: string): string => `word:${column}:${word.slice(0, 100).toWellFormed()}`;

export const cellsOf = (column: number, rows: readonly TableRow[]): string[] =>
  rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isMissing(cell));

/** About a column; the farm's answer to that of an earlier file is suggested. */
export function askAbout(column: number, { heading }: Column, memory: Answers, asked: Asked): Question {
  const question = ask({ ...asked, column });
  const remembered = memory.get(memoryKey(question.id, heading));
  return { ...question, suggestion: question.options.find(({ value }) => value === remembered)?.value ?? null };
}
