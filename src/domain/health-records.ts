import { type CalendarDate, firstDay } from './dates.ts';

/** Longest note of a health record, in characters as people count them. */
export const maxHealthNotes = 255;

/** The heaviest weight that is not a typing mistake, in pounds. */
export const maxWeightLbs = 1500;

const plainDecimal = /^\d+(?:\.\d{1,2})?$/;

/** Why this is not a weight in pounds; undefined when it is one. */
export function whyNotWeight(typed: string): string | undefined {
  const pounds = Number(typed);
  if (Number.isNaN(pounds)) return 'Weight must be a number';
  if (pounds <= 0) return 'Weight must be more than 0 lbs';
  if (pounds > maxWeightLbs) return `Weight must be at most ${maxWeightLbs} lbs`;
  return plainDecimal.test(typed.trim()) ? undefined : 'Weight must be a number with at most two decimals';
}

/** Why a checkup cannot have been on this day; undefined when it can. */
export function whyNotCheckupDate(date: CalendarDate, today: CalendarDate): string | undefined {
  if (date < firstDay) return 'The date cannot be before 1980';
  return date > today ? 'The date cannot be in the future' : undefined;
}

export interface CheckupExtras {
  readonly cdnt: boolean;
  readonly hoofsTrimmed: boolean;
  readonly dewormed: boolean;
}

/** 'CD&T' is the clostridium perfringens C and D and tetanus vaccination. */
export const extraLabels: Readonly<Record<keyof CheckupExtras, string>> = {
  cdnt: 'CD&T',
  hoofsTrimmed: 'Hooves trimmed',
  dewormed: 'Dewormed',
};

/** The generated description: `'Health checkup - Weight: 120 lbs, CD&T, Dewormed'`. */
export function checkupDescription(weightLbs: number, extras: CheckupExtras): string {
  const chosen = (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => extras[extra]);
  return [`Health checkup - Weight: ${weightLbs} lbs`, ...chosen.map((extra) => extraLabels[extra])].join(', ');
}

/** The weight inside a generated description, as it is written there; undefined where there is none. */
export const weightInDescription = (description: string): string | undefined =>
  /^Health checkup - Weight: (\S{1,20}) lbs\b/.exec(description)?.[1];
