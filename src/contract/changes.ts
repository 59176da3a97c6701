import { z } from 'zod';
import { AnimalState } from './animal-states.ts';
import { Animal } from './animals.ts';
import { AnimalTag } from './animal-tags.ts';
import { BreedingRecord } from './breeding.ts';
import { Chore } from './chores.ts';
import { RecordedEvent } from './events.ts';
import { Exposure } from './exposures.ts';
import { Group } from './groups.ts';
import { Place } from './places.ts';
import { Product } from './products.ts';
import { route } from './route.ts';
import { Worklist } from './worklists.ts';

/** What a copy of a farm holds: the kind of each record, and its shape. */
export const changeCollections = {
  animals: { kind: 'animal', row: Animal },
  animalTags: { kind: 'animalTag', row: AnimalTag },
  breedingRecords: { kind: 'breedingRecord', row: BreedingRecord },
  events: { kind: 'event', row: RecordedEvent },
  animalStates: { kind: 'animalState', row: AnimalState },
  places: { kind: 'place', row: Place },
  groups: { kind: 'group', row: Group },
  products: { kind: 'product', row: Product },
  worklists: { kind: 'worklist', row: Worklist },
  exposures: { kind: 'exposure', row: Exposure },
  chores: { kind: 'chore', row: Chore },
} as const;

export type CollectionName = keyof typeof changeCollections;
export type CollectionKind = (typeof changeCollections)[CollectionName]['kind'];

const kinds = Object.values(changeCollections).map(({ kind }) => kind);

/** The records that were written since a revision of the farm, as they are now, and those that were deleted. */
export const Changes = z.object({
  /** Differs after a restore of the server's database: then `since` must be left out once. */
  epoch: z.string(),
  /** What `since` is in the next request: the farm's revision, or, where there is more, where the next page begins. */
  to: z.union([z.int(), z.string()]),
  more: z.boolean(),
  /** Outside parents are among them. */
  animals: z.array(changeCollections.animals.row),
  animalTags: z.array(changeCollections.animalTags.row),
  breedingRecords: z.array(changeCollections.breedingRecords.row),
  /** Voided events are among them. */
  events: z.array(changeCollections.events.row),
  /** A state has no id of its own: it is identified by its animal's. */
  animalStates: z.array(changeCollections.animalStates.row),
  /** Archived places, groups and products, finished worklists, exposures that were taken back and chores that are done are among them. */
  places: z.array(changeCollections.places.row),
  groups: z.array(changeCollections.groups.row),
  products: z.array(changeCollections.products.row),
  worklists: z.array(changeCollections.worklists.row),
  exposures: z.array(changeCollections.exposures.row),
  chores: z.array(changeCollections.chores.row),
  gone: z.array(z.object({ kind: z.enum(kinds), id: z.string() })),
} satisfies Record<CollectionName, z.ZodType> & Record<string, z.ZodType>);
export type Changes = z.infer<typeof Changes>;

/** A revision, or a cursor within one: `revision_kind_id`, in a copy from the beginning with the revision at which that began. */
const since = /^\d{1,15}(?:_[A-Za-z]{1,30}_[\da-f-]{36}(?:_\d{1,15})?)?$/;

export const ChangesQuery = z.object({
  since: z.string().regex(since, 'Not a place in the changes').optional(),
  epoch: z.string().max(100).optional(),
  /** The farm of the copy; refused with `farms.other_open` when the session works in another one. */
  farmId: z.string().max(100).optional(),
  /** Whose copy it is; refused in the same way when somebody else is signed in by now. */
  userId: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
});

export const changeRoutes = {
  readChanges: route({
    method: 'GET',
    path: '/changes',
    access: 'farm',
    needs: 'see',
    summary: 'What changed on the farm since a revision; without since, or since 0, everything',
    query: ChangesQuery,
    reply: Changes,
    notModified: 'Nothing has changed since',
    errors: ['sync.reset', 'farms.other_open'],
  }),
} as const;
