import { z } from 'zod';
import { maxExposedFemales } from '#domain/farm-lists.ts';
import { exposureFields } from '#domain/records/exposure.ts';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Exposure = z.object({
  id: z.string(),
  ...storedForms(exposureFields),
  /** When it was undone; null if it was not. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Exposure = z.infer<typeof Exposure>;

/**
 * With an `id` made by the client, sending the request again adds nothing. With one male, each female gets a breeding record; `records`
 * contains their ids, and the server generates missing ones.
 */
export const NewExposure = z
  .object({ ...exposureFields, id: Id, records: z.array(z.object({ id: Id, motherId: Id })).max(maxExposedFemales) })
  .partial()
  .required({ name: true, maleIds: true, femaleIds: true, inDay: true });
export type NewExposure = z.output<typeof NewExposure>;

/**
 * Males and females cannot be changed. `isArchived` undoes the exposure, with its breeding records that are still pending. With `version`,
 * the request is refused with `record.stale` if it has changed since it was read.
 */
export const ExposureChange = z
  .object({ name: exposureFields.name, outDay: exposureFields.outDay, isArchived: z.boolean(), version: z.int() })
  .partial();
export type ExposureChange = z.output<typeof ExposureChange>;

export const exposureRoutes = {
  listExposures: route({
    method: 'GET',
    path: '/exposures',
    access: 'farm',
    needs: 'see',
    summary: 'List the exposures of females to males, newest first, including undone ones',
    query: Page,
    reply: z.array(Exposure),
    byRevision: true,
  }),
  addExposure: route({
    method: 'POST',
    path: '/exposures',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Record that males were put in with females; with one male, each female also gets a breeding record',
    body: NewExposure,
    maxBodyBytes: 256 * 1024,
    reply: Exposure,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeExposure: route({
    method: 'PATCH',
    path: '/exposures/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Set the day on which the males came out, or undo an exposure',
    params: z.object({ id: Id }),
    body: ExposureChange,
    reply: Exposure,
    errors: ['exposures.not_found', 'record.stale', 'farm.full'],
  }),
} as const;
