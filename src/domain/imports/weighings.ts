import { validateCheckupDate } from '../health-records.ts';
import { earliestDate, isCalendarDate, type CalendarDate } from '../dates.ts';
import { parsePounds, poundText } from '../weights.ts';
import { weightText } from './amounts.ts';
import type { Column, TableRow } from './fields.ts';
import type { Candidate } from './herd.ts';
import type { Answers, Question } from './questions.ts';
import { isMissing } from './words.ts';

/** A weight and the day on which it was measured. The import stores it as a checkup. */
export interface Weighing {
  readonly date: CalendarDate;
  readonly grams: number;
}

/** Rounds a weight as the checkup form does: pounds with two decimals, and the grams that are stored for them. */
export const asCheckup = (grams: number): { pounds: number; grams: number | undefined } => {
  const pounds = poundText(grams);
  return { pounds: Number(pounds), grams: parsePounds(pounds) };
};

/** Identifies a weighing by animal, day and weight, to detect those that the farm already has. */
export const weighingKey = (animalId: string, { date, grams }: Weighing): string =>
  `${animalId} ${date} ${asCheckup(grams).grams}`;

export const weighingText = ({ date, grams }: Weighing): string => `${weightText(grams)} on ${date}`;

/** Decides whether a weighing becomes a checkup, is dropped because the farm has it, or goes into the notes. */
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

/** Asks for the day if a row has a weight without one. */
export function weighingQuestion(columns: readonly Column[], rows: readonly TableRow[]): Question[] {
  const columnOf = (field: Column['field']): number => columns.findIndex((column) => column.field === field);
  const [weight, day] = [columnOf('weight'), columnOf('weighingDate')];
  const isOpen = rows.some(({ cells }) => !isMissing(cells[weight] ?? '') && isMissing(cells[day] ?? ''));
  if (!isOpen) return [];
  const text = day === -1 ? 'When were they weighed?' : 'When were those weighed that have no weighing date?';
  return [{ id: questionId, column: null, text, options: [], asksDay: true, suggestion: null }];
}

export const weighedOn = (given: ReadonlyMap<string, string | null>): CalendarDate | null => given.get(questionId) ?? null;

/** The range of days on which animals of the file may have been weighed, or null if it has no weights. */
export function weighingDays(
  columns: readonly Column[],
  answers: Answers,
  today: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } | null {
  const fields = new Set(columns.map(({ field }) => field));
  if (!fields.has('weight')) return null;
  if (fields.has('weighingDate')) return { from: earliestDate, to: today };
  const day = answers.get(questionId);
  return day !== undefined && isCalendarDate(day) ? { from: day, to: day } : null;
}
