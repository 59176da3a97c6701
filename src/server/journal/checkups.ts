import type { EventDetail } from '#domain/records/events.ts';
import type { HealthRecordFields } from '#domain/records/health-record.ts';
import { toDetail } from './journal.queries.ts';

export const toHealthRecord = (animalId: string, date: string, detail: string): HealthRecordFields => ({
  ...(toDetail('checkup', detail) as EventDetail<'checkup'>),
  animalId,
  date,
});

/** The fields of a health record that are specific to its kind of event. */
export const toCheckup = ({ animalId: _animal, date: _date, ...detail }: HealthRecordFields): EventDetail<'checkup'> => detail;
