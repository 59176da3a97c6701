import type { Changes } from '#contract/changes.ts';
import { type CollectionName, kinds } from '#domain/records/kinds.ts';

export type RowOf<K extends CollectionName> = Changes[K][number];

/** A farm's rows by id (states by the animal's id). Rows are never mutated; a changed row is a new object. */
export type FarmRows = { readonly [K in CollectionName]: ReadonlyMap<string, RowOf<K>> };

export const collectionNames: readonly CollectionName[] = Object.values(kinds).map(({ collection }) => collection);

export const noRows = Object.fromEntries(collectionNames.map((name) => [name, new Map()])) as unknown as FarmRows;

export const idOf = (row: RowOf<CollectionName>): string => ('id' in row ? row.id : row.animalId);
