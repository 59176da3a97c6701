import { z } from 'zod';
import { HealthStatus } from './animal.ts';
import { healthText } from './animals.ts';
import { extraLabels, maxHealthNotes } from './health-records.ts';
import { field, type RecordOf } from './fields.ts';
import { maxWithdrawalDays } from './event-names.ts';
import { CalendarDate, Id, line, optionalDate, optionalGrams, optionalWhole, text } from './values.ts';
import { maxWeightGrams } from '../values/weights.ts';

export const withdrawalDays = optionalWhole(0, maxWithdrawalDays, `Must be a number of days from 0 to ${maxWithdrawalDays}`);

export const healthFields = {
  animalId: field(Id, { kind: 'animal', label: 'Animal', heading: 'Tag number' }),
  /** The day of the checkup, `yyyy-MM-dd`. */
  date: field(CalendarDate, { kind: 'day', label: 'Date' }),
  recordType: field(line(40), { kind: 'text', label: 'Record type', width: 12, unset: 'checkup' }),
  healthStatus: field(HealthStatus, { kind: 'choice', label: 'Health status', show: healthText, width: 14 }),
  description: field(text(500), { kind: 'text', label: 'Description', width: 40, unset: '' }),
  weightGrams: field(optionalGrams(maxWeightGrams, 'Must be a weight of at most 1,500 lbs'), {
    kind: 'weight',
    label: 'Weight (lbs)',
    unset: null,
  }),
  veterinarian: field(line(100), { kind: 'text', label: 'Veterinarian', width: 18, unset: '' }),
  medication: field(line(100), { kind: 'text', label: 'Medication', width: 18, unset: '' }),
  dosage: field(line(100), { kind: 'text', label: 'Dosage', width: 12, unset: '' }),
  nextDueDate: field(optionalDate, { kind: 'day', label: 'Next due date', unset: null }),
  notes: field(text(maxHealthNotes), { kind: 'text', label: 'Notes', width: 40, unset: '' }),
  cdnt: field(z.boolean(), { kind: 'yesNo', label: extraLabels.cdnt, width: 8, unset: false }),
  hoofsTrimmed: field(z.boolean(), { kind: 'yesNo', label: extraLabels.hoofsTrimmed, width: 14, unset: false }),
  dewormed: field(z.boolean(), { kind: 'yesNo', label: extraLabels.dewormed, width: 10, unset: false }),
  /** Of all that was given; 0 is recorded, null is not. */
  meatWithdrawalDays: field(withdrawalDays, { kind: 'days', label: 'Meat withdrawal (days)', unset: null }),
  milkWithdrawalDays: field(withdrawalDays, { kind: 'days', label: 'Milk withdrawal (days)', unset: null }),
} as const;

export type HealthRecordFields = RecordOf<typeof healthFields>;
