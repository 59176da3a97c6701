import { useQuery } from '@tanstack/react-query';
import { read } from '#web/lib/server/query.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';

export const placesQuery = read('listPlaces', { query: {} });
export const groupsQuery = read('listGroups', { query: {} });
export const productsQuery = read('listProducts', { query: {} });

/** Names places and groups by their ids, also archived ones; undefined if there is none or they are not read. */
export function useEntryNames(): (id: string) => string | undefined {
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

/** The entries that are not archived, by name in natural order. */
export const inUse = <E extends { readonly name: string; readonly archivedAt: string | null }>(entries: readonly E[]): E[] =>
  entries.filter(({ archivedAt }) => archivedAt === null).toSorted(byName);

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byTag({ tagNumber: a.name }, { tagNumber: b.name });
