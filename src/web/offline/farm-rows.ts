import type { Changes, CollectionKind, CollectionName } from '#contract/changes.ts';

export type RowOf<K extends CollectionName> = Changes[K][number];

/** A farm's rows by id (states by the animal's id). Rows are never mutated; a changed row is a new object. */
export type FarmRows = { readonly [K in CollectionName]: ReadonlyMap<string, RowOf<K>> };

/** Written out, so that the contract's schemas need not be loaded. */
export const collectionOf = {
  animal: 'animals',
  animalTag: 'animalTags',
  breedingRecord: 'breedingRecords',
  event: 'events',
  animalState: 'animalStates',
  place: 'places',
  group: 'groups',
  product: 'products',
  worklist: 'worklists',
  exposure: 'exposures',
  chore: 'chores',
} as const satisfies Readonly<Record<CollectionKind, CollectionName>>;

export const collectionNames: readonly CollectionName[] = Object.values(collectionOf);

export const noRows: FarmRows = {
  animals: new Map(),
  animalTags: new Map(),
  breedingRecords: new Map(),
  events: new Map(),
  animalStates: new Map(),
  places: new Map(),
  groups: new Map(),
  products: new Map(),
  worklists: new Map(),
  exposures: new Map(),
  chores: new Map(),
};

export const idOf = (row: RowOf<CollectionName>): string => ('id' in row ? row.id : row.animalId);

/** The rows after a page of changes. Collections without changes stay the same maps. */
export function withChanges(rows: FarmRows, changes: Pick<Changes, CollectionName | 'gone'>): FarmRows {
  const changed: Partial<Record<CollectionName, ReadonlyMap<string, RowOf<CollectionName>>>> = {};
  for (const name of collectionNames) {
    const written: readonly RowOf<CollectionName>[] = changes[name];
    const gone = changes.gone.filter(({ kind }) => collectionOf[kind] === name);
    if (written.length + gone.length === 0) continue;
    const next = new Map<string, RowOf<CollectionName>>(rows[name]);
    for (const row of written) next.set(idOf(row), row);
    for (const { id } of gone) next.delete(id);
    changed[name] = next;
  }
  return { ...rows, ...changed } as FarmRows;
}
