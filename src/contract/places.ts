import { z } from 'zod';
import { storedForms } from '#domain/records/fields.ts';
import { placeFields } from '#domain/records/place.ts';
import { Id } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Place = z.object({
  id: z.string(),
  ...storedForms(placeFields),
  /** When it was archived; null while it is in use. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Place = z.infer<typeof Place>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewPlace = z
  .object({ ...placeFields, id: Id })
  .partial()
  .required({ name: true });
export type NewPlace = z.output<typeof NewPlace>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const PlaceChange = z.object({ ...placeFields, isArchived: z.boolean(), version: z.int() }).partial();
export type PlaceChange = z.output<typeof PlaceChange>;

export const placeRoutes = {
  listPlaces: route({
    method: 'GET',
    path: '/places',
    access: 'farm',
    needs: 'see',
    summary: 'List the places of the farm, newest first, including archived ones',
    query: Page,
    reply: z.array(Place),
    byRevision: true,
  }),
  addPlace: route({
    method: 'POST',
    path: '/places',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Add a place: a field, a pen or a shed',
    body: NewPlace,
    reply: Place,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changePlace: route({
    method: 'PATCH',
    path: '/places/:id',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Change, archive or restore a place; what was recorded with it does not change',
    params: z.object({ id: Id }),
    body: PlaceChange,
    reply: Place,
    errors: ['places.not_found', 'record.stale'],
  }),
} as const;
