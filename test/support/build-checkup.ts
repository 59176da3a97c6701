import { unsetValues } from '#domain/records/fields.ts';
import { healthFields, type HealthRecordFields } from '#domain/records/health-record.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { toCheckup } from '#server/journal/checkups.ts';

/** The detail of a checkup's event, for tests that write into the database. */
export const buildCheckup = (values: Partial<EventDetail<'checkup'>> = {}): EventDetail<'checkup'> => ({
  ...toCheckup({ ...(unsetValues(healthFields) as HealthRecordFields), healthStatus: '3', weightGrams: null }),
  ...values,
});
