import type { CalendarDate } from '../values/dates.ts';
import { codePointLength } from '../values/text-length.ts';
import type { AnimalStatus } from '../records/animals.ts';
import type { FieldKind } from '../records/fields.ts';
import { parseDays, parsePrice, parseWeight, toPlainNumber, type WeightUnit } from './amounts.ts';
import { inYear, lacksYear, parseBirth, parseYear, type DateOrder, type ParsedBirth } from './birth-dates.ts';
import { parseYesNo, type ParsedSex } from './cell-values.ts';
import { daysLeftOut, hasYear, isOfMonth, monthDayQuestionId, yearQuestionId } from './dated-headings.ts';
import { importFields, type Column } from './fields.ts';
import { answerTo, type Answers, type Question } from './question.ts';

export interface ColumnFacts {
  readonly order?: DateOrder | undefined;
  /** Of weights, or of milk. */
  readonly unit?: string | undefined;
  readonly decimalComma?: boolean;
  /** The days whose year the person tells. */
  readonly withoutYear?: readonly string[];
  readonly sexOf?: (cell: string) => ParsedSex | undefined;
  readonly statusOf?: (cell: string) => AnimalStatus | undefined;
}

export interface CellContext {
  readonly column: Column;
  readonly index: number;
  readonly facts: ColumnFacts;
  readonly answers: ReadonlyMap<string, string | null>;
  readonly today: CalendarDate;
}

/** A file whose columns are known. */
export interface ReadFile {
  readonly columns: readonly Column[];
  readonly contexts: readonly CellContext[];
  /** What the person says, or else what is likely. */
  readonly told: CellContext['answers'];
  readonly today: CalendarDate;
  /** The keys of what the farm has recorded, at least for the days of this file. */
  readonly recorded: ReadonlySet<string>;
}

/** What is known about the columns of the cells. */
export function createContexts(
  columns: readonly Column[],
  { questions, facts }: { readonly questions: readonly Question[]; readonly facts: readonly ColumnFacts[] },
  input: Answers,
  today: CalendarDate,
) {
  const answers = new Map(questions.map((question) => [question.id, answerTo(question, input)]));
  const [order, ...others] = new Set(facts.flatMap(({ order: own }) => own ?? []));
  const shared = others.length === 0 ? { order } : {};
  const contextOf = (column: Column, index: number): CellContext => {
    return { column, index, answers, today, facts: { ...shared, ...facts[index] } };
  };
  return { told: answers, contexts: columns.map(contextOf) };
}

export const gramsOf = (cell: string, context: CellContext): number | undefined =>
  parseWeight(cell, context.facts.unit as WeightUnit | undefined, context.facts.decimalComma ?? false);

/** Of a weight whose unit the person has not told. */
export const isOfOpenUnit = (cell: string, context: CellContext): boolean =>
  importFields[context.column.field].kind === 'weight' && context.facts.unit === undefined && /^\d[\d.,]*$/.test(cell);

/** A day without a year with that which the person tells. */
function inToldYear(day: string, context: CellContext): string {
  const years = context.answers.get(yearQuestionId);
  return years == null || years === daysLeftOut ? day : inYear(day, years, context.facts.order ?? 'mdy');
}

/** The day, month or year in a cell of a column of days. */
export function birthIn(cell: string, context: CellContext): ParsedBirth | undefined {
  const told = context.facts.withoutYear && lacksYear(cell) ? inToldYear(cell, context) : cell;
  return parseBirth(told, context.facts.order ?? 'mdy', context.today);
}

/** The exact day in a cell, such as that of a weighing; undefined if it is not one. */
export const dayOf = (cell: string, context: CellContext): CalendarDate | undefined => birthIn(cell, context)?.date ?? undefined;

/** `~3/28/2026` and `14/5/2026?` are read as exact days. A doubtful birth date is kept by its own reader. */
export function isDoubtfulDay(cell: string, context: CellContext): boolean {
  const { field } = context.column;
  if (importFields[field].kind !== 'day' || field === 'birthDate') return false;
  const { date = null, isApproximate = false } = birthIn(cell, context) ?? {};
  return date !== null && isApproximate;
}

const readers: Readonly<Partial<Record<FieldKind, (cell: string, context: CellContext) => unknown>>> = {
  yesNo: parseYesNo,
  day: dayOf,
  year: (cell, { today }) => parseYear(cell, today),
  days: parseDays,
  weight: gramsOf,
  price: (cell, { facts }) => parsePrice(cell, facts.decimalComma ?? false),
  number: (cell, { facts }) => {
    const plain = cell.replace(/ ?(?:½|(?<=\d )1\/2)$/, '.5').replace(/(?:epg|\/\s*5)$/i, '');
    return Number(toPlainNumber(plain.trimEnd(), facts.decimalComma ?? false));
  },
  choice: (cell) => cell.toLowerCase(),
};

/** The value of a cell of a field of this kind; its own text where the kind has no form of its own. */
export function valueOfKind(kind: FieldKind | undefined, cell: string, context: CellContext): unknown {
  const read = kind && readers[kind];
  return read ? read(cell, context) : cell;
}

/** The day in the heading of a column; the year, or the day of the month, that it lacks is told by the person. */
export function dayOfHeading(day: string, context: CellContext): CalendarDate | undefined {
  const whole = hasYear(day) ? day : inToldYear(day, context);
  return dayOf(isOfMonth(day) ? `${context.answers.get(monthDayQuestionId) ?? ''} ${whole}` : whole, context);
}

export const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ');

export const textUpTo =
  (max: number) =>
  (cell: string): string | undefined =>
    codePointLength(cell) <= max ? oneLine(cell) : undefined;

export const noteLine = (cell: string, { column }: Pick<CellContext, 'column'>): string => `${column.heading}: ${oneLine(cell)}`;

export const parseShortText = textUpTo(100);
