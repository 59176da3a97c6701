import type { CalendarDate } from '../dates.ts';
import { parseWeight, type WeightUnit } from './amounts.ts';
import { parseBirth, type DateOrder } from './birth-dates.ts';
import type { Column } from './fields.ts';
import type { Answers } from './question.ts';
import { answerTo, type ColumnFacts, type Inspection } from './inspection.ts';

export interface CellContext {
  readonly column: Column;
  readonly index: number;
  readonly facts: ColumnFacts;
  readonly answers: ReadonlyMap<string, string | null>;
  readonly today: CalendarDate;
}

export const answersTo = (inspection: Inspection, input: Answers): CellContext['answers'] =>
  new Map(inspection.questions.map((question) => [question.id, answerTo(question, input)]));

/** What is known about the column of a cell. */
export function createContexts(
  columns: readonly Column[],
  inspection: Inspection,
  input: Answers,
  today: CalendarDate,
): CellContext[] {
  const answers = answersTo(inspection, input);
  return columns.map((column, index) => ({ column, index, answers, today, facts: inspection.facts[index] ?? {} }));
}

export const gramsOf = (cell: string, { facts, answers, index }: CellContext): number | undefined => {
  const answer = answers.get(`unit:${facts.unitAsked ?? index}`) as WeightUnit | null | undefined;
  const unit = facts.unit ?? answer ?? undefined;
  return parseWeight(cell, unit, facts.decimalComma ?? false);
};

/** The exact day in a cell, such as that of a weighing; undefined if it is not one. */
export const dayOf = (cell: string, context: CellContext): CalendarDate | undefined =>
  parseBirth(cell, orderOf(context), context.today)?.date ?? undefined;

export const orderOf = ({ index, facts, answers }: CellContext): DateOrder =>
  (facts.order ?? answers.get(`date:${facts.orderAsked ?? index}`) ?? 'mdy') as DateOrder;
