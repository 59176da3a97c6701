import { z } from 'zod';
import { field, storedForms } from '#domain/records/fields.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { healthFields, type HealthRecordFields } from '#domain/records/health-record.ts';
import { Message, Page } from './common.ts';
import { route } from './route.ts';
import type { Grams, Pounds } from '#domain/values/units.ts';
import { validateWeight } from '#domain/records/health-records.ts';
import { gramsOfPounds } from '#domain/values/weights.ts';

/** Pounds as a text or a number, read as grams; null or '' for none. */
const optionalPounds = z.union([z.string(), z.number(), z.null()], 'Must be a number').transform((value, context) => {
  if (value === null || value === '') return null;
  const violation = validateWeight(String(value));
  if (violation === undefined) return gramsOfPounds(Number(value));
  context.addIssue({ code: 'custom', message: violation });
  return z.NEVER;
});

const { weightGrams: _, ...sharedFields } = healthFields;
const weight = field(optionalPounds, { kind: 'weight', label: 'Weight (lbs)', unset: null });

const inGrams = <T extends { readonly weightLbs?: Grams | null | undefined }>({ weightLbs, ...rest }: T) => ({
  ...rest,
  ...(weightLbs !== undefined && { weightGrams: weightLbs }),
});

const pounds: z.ZodType<Pounds | null> = z.number().nullable();

export const HealthRecord = z.object({
  id: z.string(),
  ...storedForms(sharedFields),
  weightLbs: pounds,
  version: z.int(),
  createdAt: z.string(),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** With its weight in grams. */
export type StoredHealthRecord = HealthRecordFields & Pick<HealthRecord, 'id' | 'version' | 'createdAt'>;

/**
 * A new health record. Without `weightLbs`, the weight is taken from a description such as 'Weight: 120 lbs'. The days of withdrawal are
 * those of what was given; 0 days are recorded, null is not, and holds the animal back.
 */
export const NewHealthRecord = z
  .object({
    id: NewId.optional(),
    ...sharedFields,
    recordType: healthFields.recordType.default('checkup'),
    description: healthFields.description.default(''),
    weightLbs: weight.optional(),
    veterinarian: healthFields.veterinarian.default(''),
    medication: healthFields.medication.default(''),
    dosage: healthFields.dosage.default(''),
    nextDueDate: healthFields.nextDueDate.optional(),
    notes: healthFields.notes.default(''),
    cdnt: healthFields.cdnt.default(false),
    hoofsTrimmed: healthFields.hoofsTrimmed.default(false),
    dewormed: healthFields.dewormed.default(false),
    meatWithdrawalDays: healthFields.meatWithdrawalDays.default(null),
    milkWithdrawalDays: healthFields.milkWithdrawalDays.default(null),
  })
  .transform(inGrams);
export type NewHealthRecord = z.output<typeof NewHealthRecord>;

/** Only the fields that are sent change. With `version`, the request is refused with `record.stale` if the record has changed since it was read. */
export const HealthRecordChange = z
  .object({
    ...sharedFields,
    weightLbs: weight,
    version: z.int(),
  })
  .partial()
  .transform(inGrams);
export type HealthRecordChange = z.output<typeof HealthRecordChange>;

const ById = z.object({ id: Id });

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
    offline: true,
    summary: "Record a checkup; the newest by date sets the animal's health status, and CD&T sets its vaccination",
    body: NewHealthRecord,
    reply: HealthRecord,
    status: 201,
    errors: ['animals.not_found', 'create.conflict', 'farm.full'],
  }),
  changeHealthRecord: route({
    method: 'PATCH',
    path: '/health-records/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Correct a health record; its effects are computed again, and the earlier version stays in the history',
    params: ById,
    body: HealthRecordChange,
    reply: HealthRecord,
    errors: ['health.not_found', 'animals.not_found', 'record.stale'],
  }),
  removeHealthRecord: route({
    method: 'DELETE',
    path: '/health-records/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Void a health record; it stays in the history of its animal',
    params: ById,
    reply: Message,
    errors: ['health.not_found'],
  }),
} as const;
