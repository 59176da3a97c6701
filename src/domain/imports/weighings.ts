import type { HasBirth } from '../animals.ts';
import { validateCheckupDate } from '../health-records.ts';
import { earliestDate, isCalendarDate, type CalendarDate } from '../dates.ts';
import { parsePounds, poundText } from '../weights.ts';
import { weightText } from './amounts.ts';
import type { Column } from './fields.ts';
import { weighedOn, type Answers } from './questions.ts';

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
  animal: HasBirth & { readonly known: { readonly id: string } | null },
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

/** The range of days on which animals of the file may have been weighed, or null if it has no weights. */
export function weighingDays(
  columns: readonly Column[],
  answers: Answers,
  today: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } | null {
  const fields = new Set(columns.map(({ field }) => field));
  if (!fields.has('weight')) return null;
  if (fields.has('weighingDate')) return { from: earliestDate, to: today };
  const day = weighedOn(answers);
  return day !== null && isCalendarDate(day) ? { from: day, to: day } : null;
}
