import { z } from 'zod';
import { healthStatuses } from '#domain/animals.ts';
import { maxHealthNotes, validateWeight } from '#domain/health-records.ts';
import { CalendarDate, Id, optionalDate, Page, text } from './common.ts';
import { route } from './route.ts';

export const HealthRecord = z.object({
  id: z.string(),
  animalId: z.string(),
  /** The day of the checkup, `yyyy-MM-dd`. */
  date: z.string(),
  recordType: z.string(),
  healthStatus: z.enum(healthStatuses),
  description: z.string(),
  weightLbs: z.number().nullable(),
  veterinarian: z.string(),
  medication: z.string(),
  dosage: z.string(),
  nextDueDate: z.string().nullable(),
  notes: z.string(),
  cdnt: z.boolean(),
  hoofsTrimmed: z.boolean(),
  dewormed: z.boolean(),
  createdAt: z.string(),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** Accepts a date or an ISO timestamp, of which the date is taken as it is written. */
const Day = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value),
  CalendarDate,
);

/** Pounds as text or number; null or '' for none. */
const weight = z.union([z.string(), z.number(), z.null()], 'Must be a number').transform((value, context) => {
  if (value === null || value === '') return null;
  const violation = validateWeight(String(value));
  if (violation === undefined) return Number(value);
  context.addIssue({ code: 'custom', message: violation });
  return z.NEVER;
});

/** The fields of a health record with their validation, shared by requests and archives. */
export const healthFields = {
  animalId: Id,
  date: CalendarDate,
  recordType: text(40),
  healthStatus: z.enum(healthStatuses),
  description: text(500),
  veterinarian: text(100),
  medication: text(100),
  dosage: text(100),
  nextDueDate: optionalDate,
  notes: text(maxHealthNotes),
  cdnt: z.boolean(),
  hoofsTrimmed: z.boolean(),
  dewormed: z.boolean(),
};

/** A new health record. Without `weightLbs`, the weight is taken from a description such as 'Weight: 120 lbs'. */
export const NewHealthRecord = z.object({
  id: Id.optional(),
  animalId: Id,
  date: Day,
  recordType: healthFields.recordType.default('checkup'),
  healthStatus: healthFields.healthStatus,
  description: healthFields.description.default(''),
  weightLbs: weight.optional(),
  veterinarian: healthFields.veterinarian.default(''),
  medication: healthFields.medication.default(''),
  dosage: healthFields.dosage.default(''),
  nextDueDate: optionalDate.optional(),
  notes: healthFields.notes
    .nullable()
    .transform((notes) => notes ?? '')
    .default(''),
  cdnt: z.boolean().default(false),
  hoofsTrimmed: z.boolean().default(false),
  dewormed: z.boolean().default(false),
});
export type NewHealthRecord = z.output<typeof NewHealthRecord>;

export const healthRoutes = {
  listHealthRecords: route({
    method: 'GET',
    path: '/health-records',
    access: 'farm',
    needs: 'see',
    summary: 'List the health records of the farm, newest first',
    query: Page,
    reply: z.array(HealthRecord),
    byRevision: true,
  }),
  addHealthRecord: route({
    method: 'POST',
    path: '/health-records',
    access: 'farm',
    needs: 'record',
    summary: "Record a checkup; the newest by date sets the animal's health status, and CD&T sets its vaccination",
    body: NewHealthRecord,
    reply: HealthRecord,
    status: 201,
    errors: ['animals.not_found', 'create.conflict', 'farm.full'],
  }),
} as const;
