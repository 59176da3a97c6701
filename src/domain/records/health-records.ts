import { isBeforeBirth, type HasBirth } from './births.ts';
import { type CalendarDate, earliestDate } from '../values/dates.ts';
import type { WeightUnit, Pounds } from '../values/units.ts';
import { gramsOfPounds, maxWeightIn, weightWithUnit } from '../values/weights.ts';

/** In code points. */
export const maxHealthNotes = 255;

const plainDecimal = /^\d+(?:\.\d{1,3})?$/;

/** On the wire a checkup's weight is in pounds. */
export function validateWeight(input: string, unit: WeightUnit = 'lbs'): string | undefined {
  const weight = Number(input);
  if (Number.isNaN(weight)) return 'Weight must be a number';
  if (weight <= 0) return `Weight must be more than 0 ${unit}`;
  if (weight > maxWeightIn[unit]) return `Weight must be at most ${maxWeightIn[unit]} ${unit}`;
  return plainDecimal.test(input.trim()) ? undefined : 'Weight must be a number with at most three decimals';
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

export function checkupDescription(weightLbs: Pounds, extras: CheckupExtras): string {
  const selected = (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => extras[extra]);
  return [
    `Health checkup - Weight: ${weightWithUnit(gramsOfPounds(weightLbs), 'lbs')}`,
    ...selected.map((extra) => extraLabels[extra]),
  ].join(', ');
}

export const weightInDescription = (description: string): string | undefined =>
  /^Health checkup - Weight: (\S{1,20}) lbs\b/.exec(description)?.[1];

interface WithdrawalDays {
  readonly meatWithdrawalDays: number | null;
  readonly milkWithdrawalDays: number | null;
}

/** The specified call of a checkup has no withdrawals, so they are sent only with a value. */
export const sentWithdrawals = ({ meatWithdrawalDays, milkWithdrawalDays }: WithdrawalDays) => ({
  meatWithdrawalDays: meatWithdrawalDays ?? undefined,
  milkWithdrawalDays: milkWithdrawalDays ?? undefined,
});
