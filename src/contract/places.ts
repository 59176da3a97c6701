import { z } from 'zod';
import { placeFields } from '#domain/records/place.ts';
import { entryChangeOf, entryOf, listRoutes, newEntryOf } from './farm-lists.ts';

export const Place = entryOf(placeFields, 'When it was archived; null while it is in use');
export type Place = z.infer<typeof Place>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewPlace = newEntryOf(placeFields).required({ name: true });
export type NewPlace = z.output<typeof NewPlace>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const PlaceChange = entryChangeOf(placeFields);
export type PlaceChange = z.output<typeof PlaceChange>;

export const placeRoutes = listRoutes({
  name: 'places',
  needs: 'keep',
  entry: Place,
  added: NewPlace,
  change: PlaceChange,
  summaries: {
    list: 'List the places of the farm, newest first, including archived ones',
    add: 'Add a place: a field, a pen or a shed',
    change: 'Change, archive or restore a place; what was recorded with it does not change',
  },
});
