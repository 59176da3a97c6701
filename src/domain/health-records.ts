import { isBeforeBirth, type Aged } from './animals.ts';
import { type CalendarDate, firstDay } from './dates.ts';
import { parsePounds } from './weights.ts';

/** Longest note of a health record, in characters as people count them. */
export const maxHealthNotes = 255;

/** The heaviest weight that is not a typing mistake, in pounds. */
export const maxWeightLbs = 1500;

/** The same as it is stored. */
export const maxWeightGrams = parsePounds(String(maxWeightLbs)) ?? 0;

const plainDecimal = /^\d+(?:\.\d{1,2})?$/;

/** What is wrong with a weight in pounds, as a sentence; undefined when nothing is. */
export function validateWeight(typed: string): string | undefined {
  const pounds = Number(typed);
  if (Number.isNaN(pounds)) return 'Weight must be a number';
  if (pounds <= 0) return 'Weight must be more than 0 lbs';
  if (pounds > maxWeightLbs) return `Weight must be at most ${maxWeightLbs} lbs`;
  return plainDecimal.test(typed.trim()) ? undefined : 'Weight must be a number with at most two decimals';
}

/** What is wrong with the day of a checkup, as a sentence; undefined when nothing is. */
export function validateCheckupDate(date: CalendarDate, today: CalendarDate, animal?: Aged): string | undefined {
  if (date < firstDay) return 'The date cannot be before 1980';
  if (date > today) return 'The date cannot be in the future';
  return animal && isBeforeBirth(date, animal) ? 'The animal was not born yet on this date' : undefined;
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
