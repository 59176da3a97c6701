import { z } from 'zod';
import { maxExposedFemales } from '#domain/values/farm-lists.ts';
import { exposureFields } from '#domain/records/exposure.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { entryChangeOf, entryOf, listRoutes } from './farm-lists.ts';

export const Exposure = entryOf(exposureFields, 'When it was undone; null if it was not');
export type Exposure = z.infer<typeof Exposure>;

/**
 * With an `id` made by the client, sending the request again adds nothing. With one male, each female gets a breeding record; `records`
 * contains their ids, and the server generates missing ones.
 */
export const NewExposure = z
  .object({ ...exposureFields, id: NewId, records: z.array(z.object({ id: NewId, motherId: Id })).max(maxExposedFemales) })
  .partial()
  .required({ name: true, maleIds: true, femaleIds: true, inDay: true });
export type NewExposure = z.output<typeof NewExposure>;

/**
 * Males and females cannot be changed. `isArchived` undoes the exposure, with its breeding records that are still pending. With `version`,
 * the request is refused with `record.stale` if it has changed since it was read.
 */
export const ExposureChange = entryChangeOf({ name: exposureFields.name, outDay: exposureFields.outDay });
export type ExposureChange = z.output<typeof ExposureChange>;

export const exposureRoutes = listRoutes({
  name: 'exposures',
  needs: 'record',
  entry: Exposure,
  added: NewExposure,
  change: ExposureChange,
  summaries: {
    list: 'List the exposures of females to males, newest first, including undone ones',
    add: 'Record that males were put in with females; with one male, each female also gets a breeding record',
    change: 'Set the day on which the males came out, or undo an exposure',
  },
});
