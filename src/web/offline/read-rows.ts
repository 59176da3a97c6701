import type { QueryClient } from '@tanstack/react-query';
import type { CollectionName } from '#contract/changes.ts';
import { capitalized } from '#domain/text.ts';
import { collectionNames, type FarmRows, idOf, type RowOf } from './farm-rows.ts';

/** The calls that return rows unchanged, such as `listAnimalTags`. */
const listed: Readonly<Partial<Record<string, CollectionName>>> = {
  ...Object.fromEntries(collectionNames.map((name) => [`list${capitalized(name)}`, name])),
  listReferenceAnimals: 'animals',
};

/**
 * Until the first fill is complete: the rows that the screens have read from the server, so that changes to them can be saved.
 */
export function withReadRows(rows: FarmRows, client: QueryClient): FarmRows {
  const known = Object.fromEntries(collectionNames.map((name) => [name, new Map<string, unknown>(rows[name])]));
  for (const { meta, state } of client.getQueryCache().getAll()) {
    const name = listed[meta?.call ?? ''];
    if (name === undefined || !Array.isArray(state.data)) continue;
    for (const row of state.data as RowOf<CollectionName>[]) if (!rows[name].has(idOf(row))) known[name]?.set(idOf(row), row);
  }
  return known as unknown as FarmRows;
}
