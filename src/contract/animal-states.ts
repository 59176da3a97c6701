import { z } from 'zod';
import { leavingKinds } from '#domain/journal/departures.ts';
import { Page } from './common.ts';
import { DueDate, Withdrawal } from './events.ts';
import { route } from './route.ts';

/** The state of an animal as computed from its journal, for lists. */
export const AnimalState = z.object({
  animalId: z.string(),
  /** The day of the last checkup. */
  checkedOn: z.string().nullable(),
  lastWeightGrams: z.int().nullable(),
  lastWeightDay: z.string().nullable(),
  /** Nobody weighed it. */
  isLastWeightEstimate: z.boolean(),
  gainGramsPerDay: z.int().nullable(),
  /** The number of days over which the gain is measured. */
  gainDays: z.int().nullable(),
  /** The latest withdrawal of each product, even if past: it is open before `clearOn` or, without `clearOn`, until its course ends. */
  withdrawals: z.array(Withdrawal),
  placeId: z.string().nullable(),
  groupIds: z.array(z.string()),
  /** The female that rears it, if that is not its own dam. */
  rearedById: z.string().nullable(),
  isBottleFed: z.boolean(),
  weanedOn: z.string().nullable(),
  /** How and when it left the farm, and is not back. */
  left: z.object({ kind: z.enum(leavingKinds), day: z.string() }).nullable(),
  /** The nearest first. */
  due: z.array(DueDate),
});
export type AnimalState = z.infer<typeof AnimalState>;

export const animalStateRoutes = {
  listAnimalStates: route({
    method: 'GET',
    path: '/animal-states',
    access: 'farm',
    needs: 'see',
    summary:
      'List the state of each animal as computed from its journal: weight and gain, withdrawals, place, groups and due dates',
    query: Page,
    reply: z.array(AnimalState),
    byRevision: true,
  }),
} as const;
