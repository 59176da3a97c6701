import type { NewHealthRecord } from '#contract/health.ts';
import type { HasBirth, HealthStatus } from '#domain/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import {
  checkupDescription,
  type CheckupExtras,
  maxHealthNotes,
  validateCheckupDate,
  validateWeight,
} from '#domain/health-records.ts';
import { truncateText } from '#domain/text.ts';
import type { z } from 'zod';

/** What the form holds besides the animal, which stands in the address. */
export interface Checkup {
  readonly weight: string;
  readonly healthStatus: HealthStatus | null;
  readonly date: CalendarDate;
  readonly extras: CheckupExtras;
  readonly notes: string;
}

const noExtras: CheckupExtras = { cdnt: false, hoofsTrimmed: false, dewormed: false };

export const newCheckup = (date: CalendarDate): Checkup => ({
  weight: '',
  healthStatus: null,
  date,
  extras: noExtras,
  notes: '',
});

/** For the next animal of the round: the day stays, and what was done to all of them where the farmer says so. */
export const nextCheckup = ({ date, extras }: Checkup, keepsExtras: boolean): Checkup => ({
  ...newCheckup(date),
  extras: keepsExtras ? extras : noExtras,
});

/** A decimal comma, as some phones' number keys write it, is a point. */
const plainWeight = (typed: string): string => typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');

export const limitNotes = (typed: string): string => truncateText(typed, maxHealthNotes);

export const hasAny = (extras: CheckupExtras): boolean => Object.values(extras).includes(true);

/** A checkup with an answer to everything that has to be answered. */
export type CompleteCheckup = Checkup & { readonly healthStatus: HealthStatus };

export const isComplete = (checkup: Checkup): checkup is CompleteCheckup =>
  checkup.weight.trim() !== '' && checkup.healthStatus !== null && checkup.date !== '';

export interface CheckupFaults {
  readonly weight?: string | undefined;
  readonly date?: string | undefined;
}

/** What the server would refuse, said beside the field instead. */
export const faultsOf = ({ weight, date }: Checkup, animal: HasBirth, today: CalendarDate): CheckupFaults => ({
  weight: validateWeight(plainWeight(weight)),
  date: validateCheckupDate(date, today, animal),
});

/** The body for the wire (specification, section 7). */
export function checkupBody(id: string, animalId: string, checkup: CompleteCheckup): z.input<typeof NewHealthRecord> {
  const { weight, healthStatus, date, extras, notes } = checkup;
  const weightLbs = Number(plainWeight(weight));
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
  };
}
