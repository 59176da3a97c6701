import { z } from 'zod';
import { type CollectionName, kindIn } from '#domain/records/kinds.ts';
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

export type { CollectionName } from '#domain/records/kinds.ts';

/** The schema of the rows of each collection of a farm's copy. */
const rows = {
  /** Includes outside parents. */
  animals: Animal,
  animalTags: AnimalTag,
  breedingRecords: BreedingRecord,
  /** Includes voided events. */
  events: RecordedEvent,
  /** A state has no id of its own: it is identified by its animal's. */
  animalStates: AnimalState,
  /** These lists include archived places, groups and products, finished worklists, undone exposures and chores that are done. */
  places: Place,
  groups: Group,
  products: Product,
  worklists: Worklist,
  exposures: Exposure,
  chores: Chore,
} as const satisfies Readonly<Record<CollectionName, z.ZodType>>;

type Rows = typeof rows;

const lists = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, z.array(row)])) as unknown as {
  readonly [K in CollectionName]: z.ZodArray<Rows[K]>;
};

const goneKinds = (Object.keys(rows) as CollectionName[]).map(kindIn);

/** The current state of the records written since a revision of the farm, and the deleted ones. */
export const Changes = z.object({
  /** Changes when the server's database is restored; `since` must then be left out once. */
  epoch: z.string(),
  /** The value of `since` for the next request: the farm's revision, or the cursor of the next page if there is one. */
  to: z.union([z.int(), z.string()]),
  more: z.boolean(),
  ...lists,
  gone: z.array(z.object({ kind: z.enum(goneKinds), id: z.string() })),
});
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
