import { validateCheckupDate } from '../health-records.ts';
import { firstDay, isCalendarDate, type CalendarDate } from '../dates.ts';
import { parsePounds, poundText } from '../weights.ts';
import { weightText } from './amounts.ts';
import type { Column, TableRow } from './fields.ts';
import type { Candidate } from './herd.ts';
import type { Answers, Question } from './questions.ts';
import { isMissing } from './words.ts';

/** A weight with the day on which it was measured; it becomes a checkup. */
export interface Weighing {
  readonly date: CalendarDate;
  readonly grams: number;
}

/** Pounds with two decimals, as the form of a checkup takes them, and the grams that are kept of them. */
export const asCheckup = (grams: number): { pounds: number; grams: number | undefined } => {
  const pounds = poundText(grams);
  return { pounds: Number(pounds), grams: parsePounds(pounds) };
};

/** Tells whether the farm has a weighing already: the same animal, day and weight. */
export const weighingKey = (animalId: string, { date, grams }: Weighing): string =>
  `${animalId} ${date} ${asCheckup(grams).grams}`;

export const weighingText = ({ date, grams }: Weighing): string => `${weightText(grams)} on ${date}`;

/** What becomes of a weighing: a new checkup, nothing since the farm has it, or a line of the notes. */
export function settleWeighing(
  weighing: Weighing | null,
  animal: Candidate,
  { today, weighings }: { readonly today: CalendarDate; readonly weighings: ReadonlySet<string> },
): { readonly added: Weighing | null; readonly lines: readonly string[]; readonly remarks: readonly string[] } {
  const nothing = { added: null, lines: [], remarks: [] };
  if (!weighing) return nothing;
  const why = validateCheckupDate(weighing.date, today, animal);
  if (why !== undefined) {
    return {
      added: null,
      lines: [`Weight: ${weighingText(weighing)}`],
      remarks: [`Its weight is kept in the notes. ${why}: ${weighing.date}.`],
    };
  }
  const isThere = animal.known && weighings.has(weighingKey(animal.known.id, weighing));
  return isThere ? nothing : { ...nothing, added: weighing };
}

const questionId = 'weighedOn';

/** Asked where rows have a weight and no day. */
export function weighingQuestion(columns: readonly Column[], rows: readonly TableRow[]): Question[] {
  const columnOf = (field: Column['field']): number => columns.findIndex((column) => column.field === field);
  const [weight, day] = [columnOf('weight'), columnOf('weighingDate')];
  const isOpen = rows.some(({ cells }) => !isMissing(cells[weight] ?? '') && isMissing(cells[day] ?? ''));
  if (!isOpen) return [];
  const text = day === -1 ? 'When were they weighed?' : 'When were those weighed that have no weighing date?';
  return [{ id: questionId, column: null, text, options: [], asksDay: true, suggestion: null }];
}

/** What was answered. */
export const weighedOn = (given: ReadonlyMap<string, string | null>): CalendarDate | null => given.get(questionId) ?? null;

/** The days on which animals of the file may have been weighed; null where it has no weights. */
export function weighingDays(
  columns: readonly Column[],
  answers: Answers,
  today: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } | null {
  const fields = new Set(columns.map(({ field }) => field));
  if (!fields.has('weight')) return null;
  if (fields.has('weighingDate')) return { from: firstDay, to: today };
  const day = answers.get(questionId);
  return day !== undefined && isCalendarDate(day) ? { from: day, to: day } : null;
}
