import { isBeforeBirth, type HasBirth } from './animals.ts';
import { type CalendarDate, earliestDate } from './dates.ts';
import { maxWeightLbs } from './weights.ts';

/** A number of code points. */
export const maxHealthNotes = 255;

const plainDecimal = /^\d+(?:\.\d{1,2})?$/;

/** `input` is in pounds. */
export function validateWeight(input: string): string | undefined {
  const pounds = Number(input);
  if (Number.isNaN(pounds)) return 'Weight must be a number';
  if (pounds <= 0) return 'Weight must be more than 0 lbs';
  if (pounds > maxWeightLbs) return `Weight must be at most ${maxWeightLbs} lbs`;
  return plainDecimal.test(input.trim()) ? undefined : 'Weight must be a number with at most two decimals';
}

export function validateCheckupDate(date: CalendarDate, today: CalendarDate, animal?: HasBirth): string | undefined {
  if (date < earliestDate) return 'The date cannot be before 1980';
  if (date > today) return 'The date cannot be in the future';
  return animal && isBeforeBirth(date, animal) ? 'The animal was not born yet on this date' : undefined;
}

export interface CheckupExtras {
  readonly cdnt: boolean;
  readonly hoofsTrimmed: boolean;
  readonly dewormed: boolean;
}

export const extraLabels: Readonly<Record<keyof CheckupExtras, string>> = {
  cdnt: 'CD&T',
  hoofsTrimmed: 'Hooves trimmed',
  dewormed: 'Dewormed',
};

export function checkupDescription(weightLbs: number, extras: CheckupExtras): string {
  const selected = (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => extras[extra]);
  return [`Health checkup - Weight: ${weightLbs} lbs`, ...selected.map((extra) => extraLabels[extra])].join(', ');
}

export const weightInDescription = (description: string): string | undefined =>
  /^Health checkup - Weight: (\S{1,20}) lbs\b/.exec(description)?.[1];
