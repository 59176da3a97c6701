import { z } from 'zod';
import { maxOffspring } from '#domain/records/breeding.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { field, storedForms } from '#domain/records/fields.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { BaseVersion, Message, Page } from './common.ts';
import { route } from './route.ts';

const offspringIds = field(
  z
    .array(Id)
    .max(maxOffspring, `A record keeps at most ${maxOffspring} offspring`)
    .refine((ids) => new Set(ids).size === ids.length, 'The same offspring is chosen twice'),
  { kind: 'ids', label: 'Offspring', unset: [] },
);

export const BreedingRecord = z.object({
  id: z.string(),
  ...storedForms(breedingFields),
  offspringIds: z.array(z.string()),
  version: z.string(),
  createdAt: z.string(),
});
export type BreedingRecord = z.infer<typeof BreedingRecord>;

export const breedingInput = { ...breedingFields, offspringIds };

export const NewBreedingRecord = z
  .object({ ...breedingInput, id: NewId })
  .partial()
  .required({ fatherId: true, motherId: true, breedingDate: true });
export type NewBreedingRecord = z.output<typeof NewBreedingRecord>;

/**
 * Only the fields that are sent change. With `version`, the request is refused with `record.stale` if the record has changed
 * since it was read.
 */
export const BreedingChange = z.object({ ...breedingInput, version: BaseVersion }).partial();
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
    offline: true,
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
    offline: true,
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
    offline: true,
    summary: 'Delete a breeding record',
    params: ById,
    reply: Message,
    errors: ['breeding.not_found'],
  }),
} as const;
