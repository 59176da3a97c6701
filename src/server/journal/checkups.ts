import type { EventDetail } from '#domain/records/events.ts';
import type { HealthRecordFields } from '#domain/records/health-record.ts';
import { gramsOfPounds, poundText } from '#domain/weights.ts';

/** Converts a checkup to the fields of a health record, whose weight is in grams. */
export function toHealthRecord(animalId: string, date: string, detail: string): HealthRecordFields {
  const { weightLbs, ...fields } = JSON.parse(detail) as EventDetail<'checkup'>;
  return { ...fields, animalId, date, weightGrams: weightLbs === null ? null : gramsOfPounds(weightLbs) };
}

/** The fields of a health record that are specific to its kind of event. */
export function toCheckup(record: HealthRecordFields): EventDetail<'checkup'> {
  const { animalId: _animal, date: _date, weightGrams, ...fields } = record;
  return { ...fields, weightLbs: weightGrams === null ? null : Number(poundText(weightGrams)) };
}
