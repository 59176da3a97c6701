import type { NewHealthRecord } from '#contract/health.ts';
import type { HealthStatus } from '#domain/records/animals.ts';
import type { HasBirth } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import {
  checkupDescription,
  sentWithdrawals,
  type CheckupExtras,
  maxHealthNotes,
  validateCheckupDate,
  validateWeight,
} from '#domain/records/health-records.ts';
import { truncateText } from '#domain/values/text-length.ts';
import { poundsOf } from '#domain/values/weights.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { fromFormValue } from '#web/lib/forms/record-form.ts';
import { readWeight, weightUnit } from '#web/lib/text/weight-text.ts';
import type { z } from 'zod';
import type { Pounds } from '#domain/values/units.ts';

export interface Checkup {
  readonly weight: string;
  readonly healthStatus: HealthStatus | null;
  readonly date: CalendarDate;
  readonly extras: CheckupExtras;
  /** As typed; empty where nothing was given. */
  readonly meatWithdrawalDays: string;
  readonly milkWithdrawalDays: string;
  readonly notes: string;
  readonly keepsExtras: boolean;
  /** As it is in the address. */
  readonly animalId?: string | undefined;
}

const noExtras: CheckupExtras = { cdnt: false, hoofsTrimmed: false, dewormed: false };

export const newCheckup = (date: CalendarDate): Checkup => ({
  weight: '',
  healthStatus: null,
  date,
  extras: noExtras,
  meatWithdrawalDays: '',
  milkWithdrawalDays: '',
  notes: '',
  keepsExtras: false,
});

export const nextCheckup = ({ date, extras, meatWithdrawalDays, milkWithdrawalDays, keepsExtras }: Checkup): Checkup => ({
  ...newCheckup(date),
  ...(keepsExtras && { keepsExtras, extras, meatWithdrawalDays, milkWithdrawalDays }),
});

/** Some phones' number keys type a decimal comma, which is read as a point. */
const plainWeight = (typed: string): string => typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');

export const limitNotes = (typed: string): string => truncateText(typed, maxHealthNotes);

export const hasAny = (extras: CheckupExtras): boolean => Object.values(extras).includes(true);

export type CompleteCheckup = Checkup & { readonly healthStatus: HealthStatus };

/** The first thing that is missing, in the order of the form. */
export function missingOf({ weight, date, healthStatus }: Checkup): string | undefined {
  if (weight.trim() === '') return 'Enter the weight';
  if (date === '') return 'Choose a date';
  return healthStatus === null ? 'Choose the health status' : undefined;
}

export const isComplete = (checkup: Checkup): checkup is CompleteCheckup => missingOf(checkup) === undefined;

export type CheckupViolations = Readonly<Partial<Record<'weight' | 'date' | WithdrawalField, string | undefined>>>;

export function validateCheckup(checkup: Checkup, animal: HasBirth, today: CalendarDate): CheckupViolations {
  const { weight, date } = checkup;
  const daysViolation = (name: WithdrawalField) => healthFields[name].safeParse(daysIn(checkup[name])).error?.issues[0]?.message;
  return {
    weight: validateWeight(plainWeight(weight), weightUnit()),
    date: validateCheckupDate(date, today, animal),
    meatWithdrawalDays: daysViolation('meatWithdrawalDays'),
    milkWithdrawalDays: daysViolation('milkWithdrawalDays'),
  };
}

type WithdrawalField = 'meatWithdrawalDays' | 'milkWithdrawalDays';

const daysIn = (typed: string) => fromFormValue('days', typed) as number | null;

export function checkupBody(
  id: string,
  animalId: string,
  checkup: CompleteCheckup,
): z.input<typeof NewHealthRecord> & { readonly weightLbs: Pounds } {
  const { weight, healthStatus, date, extras, meatWithdrawalDays, milkWithdrawalDays, notes } = checkup;
  const weightLbs = poundsOf(readWeight(weight) ?? Number.NaN);
  return {
    id,
    animalId,
    date,
    recordType: 'checkup',
    healthStatus,
    description: checkupDescription(weightLbs, extras),
    weightLbs,
    veterinarian: '',
    medication: '',
    dosage: '',
    nextDueDate: null,
    notes,
    ...extras,
    ...sentWithdrawals({ meatWithdrawalDays: daysIn(meatWithdrawalDays), milkWithdrawalDays: daysIn(milkWithdrawalDays) }),
  };
}
