import type { Changes } from '#contract/changes.ts';
import { type CollectionName, kinds } from '#domain/records/kinds.ts';

export type RowOf<K extends CollectionName> = Changes[K][number];

/** A farm's rows by id (states by the animal's id). Rows are never mutated; a changed row is a new object. */
export type FarmRows = { readonly [K in CollectionName]: ReadonlyMap<string, RowOf<K>> };

export const collectionNames: readonly CollectionName[] = Object.values(kinds).map(({ collection }) => collection);

export const noRows = Object.fromEntries(collectionNames.map((name) => [name, new Map()])) as unknown as FarmRows;

export const idOf = (row: RowOf<CollectionName>): string => ('id' in row ? row.id : row.animalId);

/** The rows after a page of changes. Collections without changes stay the same maps. */
export function withChanges(rows: FarmRows, changes: Pick<Changes, CollectionName | 'gone'>): FarmRows {
  const changed: Partial<Record<CollectionName, ReadonlyMap<string, RowOf<CollectionName>>>> = {};
  for (const name of collectionNames) {
    const written: readonly RowOf<CollectionName>[] = changes[name];
    const gone = changes.gone.filter(({ kind }) => kinds[kind].collection === name);
    if (written.length + gone.length === 0) continue;
    const next = new Map<string, RowOf<CollectionName>>(rows[name]);
    for (const row of written) next.set(idOf(row), row);
    for (const { id } of gone) next.delete(id);
    changed[name] = next;
  }
  return { ...rows, ...changed } as FarmRows;
}
