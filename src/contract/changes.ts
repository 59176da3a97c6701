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

/** The collections of a farm's copy, with the kind and the schema of their records. */
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

/** The current state of the records written since a revision of the farm, and the deleted ones. */
export const Changes = z.object({
  /** Changes when the server's database is restored; `since` must then be left out once. */
  epoch: z.string(),
  /** The value of `since` for the next request: the farm's revision, or the cursor of the next page if there is one. */
  to: z.union([z.int(), z.string()]),
  more: z.boolean(),
  /** Includes outside parents. */
  animals: z.array(changeCollections.animals.row),
  animalTags: z.array(changeCollections.animalTags.row),
  breedingRecords: z.array(changeCollections.breedingRecords.row),
  /** Includes voided events. */
  events: z.array(changeCollections.events.row),
  /** A state has no id of its own: it is identified by its animal's. */
  animalStates: z.array(changeCollections.animalStates.row),
  /** These lists include archived places, groups and products, finished worklists, undone exposures and chores that are done. */
  places: z.array(changeCollections.places.row),
  groups: z.array(changeCollections.groups.row),
  products: z.array(changeCollections.products.row),
  worklists: z.array(changeCollections.worklists.row),
  exposures: z.array(changeCollections.exposures.row),
  chores: z.array(changeCollections.chores.row),
  gone: z.array(z.object({ kind: z.enum(kinds), id: z.string() })),
} satisfies Record<CollectionName, z.ZodType> & Record<string, z.ZodType>);
export type Changes = z.infer<typeof Changes>;

/** A revision or a cursor: `revision_kind_id`, followed in a full copy by the revision at which the copy began. */
const since = /^\d{1,15}(?:_[A-Za-z]{1,30}_[\da-f-]{36}(?:_\d{1,15})?)?$/;

export const ChangesQuery = z.object({
  since: z.string().regex(since, 'Not a place in the changes').optional(),
  epoch: z.string().max(100).optional(),
  /** The farm of the copy; refused with `farms.other_open` when the session works in another one. */
  farmId: z.string().max(100).optional(),
  /** The person whose copy it is; refused in the same way if somebody else is signed in now. */
  userId: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
});

export const changeRoutes = {
  readChanges: route({
    method: 'GET',
    path: '/changes',
    access: 'farm',
    needs: 'see',
    summary: 'Read the records that changed since a revision; without `since`, or since 0, all records',
    query: ChangesQuery,
    reply: Changes,
    notModified: 'Nothing has changed since',
    errors: ['sync.reset', 'farms.other_open'],
  }),
} as const;
