import { z } from 'zod';
import { breedingOutcomes, maxOffspring } from '#domain/breeding.ts';
import { BaseVersion, CalendarDate, Id, Message, optionalDate, optionalText, Page } from './common.ts';
import { route } from './route.ts';

export const BreedingRecord = z.object({
  id: z.string(),
  fatherId: z.string(),
  motherId: z.string(),
  breedingDate: z.string(),
  expectedDueDate: z.string().nullable(),
  actualBirthDate: z.string().nullable(),
  offspringIds: z.array(z.string()),
  notes: z.string().nullable(),
  outcome: z.enum(breedingOutcomes),
  /** Changes with every change of the record. */
  version: z.string(),
  createdAt: z.string(),
});
export type BreedingRecord = z.infer<typeof BreedingRecord>;

const offspring = z
  .array(Id)
  .max(maxOffspring, `A record keeps at most ${maxOffspring} offspring`)
  .refine((ids) => new Set(ids).size === ids.length, 'The same offspring is chosen twice');

/** The fields of a breeding record with their validation, shared by requests and archives. */
export const breedingFields = {
  fatherId: Id,
  motherId: Id,
  breedingDate: CalendarDate,
  /** If null, the server computes it from the species: 150 days after the breeding date for goats, 147 for sheep. */
  expectedDueDate: optionalDate,
  actualBirthDate: optionalDate,
  offspringIds: offspring,
  notes: optionalText(2000),
  outcome: z.enum(breedingOutcomes),
};

export const NewBreedingRecord = z
  .object({ ...breedingFields, id: Id })
  .partial()
  .required({ fatherId: true, motherId: true, breedingDate: true });
export type NewBreedingRecord = z.output<typeof NewBreedingRecord>;

/**
 * Only the fields that are sent change. With `version`, the request is refused with `record.stale` if the record has changed
 * since it was read.
 */
export const BreedingChange = z.object({ ...breedingFields, version: BaseVersion }).partial();
export type BreedingChange = z.output<typeof BreedingChange>;

const ById = z.object({ id: Id });

export const breedingRoutes = {
  listBreedingRecords: route({
    method: 'GET',
    path: '/breeding-records',
    access: 'farm',
    needs: 'see',
    summary: 'List the breeding records of the farm, newest breeding date first',
    query: Page,
    reply: z.array(BreedingRecord),
    byRevision: true,
  }),
  addBreedingRecord: route({
    method: 'POST',
    path: '/breeding-records',
    access: 'farm',
    needs: 'record',
    summary: 'Record a mating',
    body: NewBreedingRecord,
    reply: BreedingRecord,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeBreedingRecord: route({
    method: 'PATCH',
    path: '/breeding-records/:id',
    access: 'farm',
    needs: 'record',
    summary: 'Change a breeding record; only the fields that are sent change',
    params: ById,
    body: BreedingChange,
    reply: BreedingRecord,
    errors: ['breeding.not_found', 'record.stale'],
  }),
  deleteBreedingRecord: route({
    method: 'DELETE',
    path: '/breeding-records/:id',
    access: 'farm',
    needs: 'manage',
    summary: 'Delete a breeding record',
    params: ById,
    reply: Message,
    errors: ['breeding.not_found'],
  }),
} as const;
