import { useQuery } from '@tanstack/react-query';
import type { Species } from '#domain/records/animals.ts';
import { choresQuery } from '#web/chores/chores.data.ts';
import { groupsQuery, placesQuery, productsQuery } from '#web/farm-lists/lists.data.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { read } from '#web/lib/server/query.ts';

/** Names the farm's animals and what else has a name, by id. */
export function useRecordNames(): ReadonlyMap<string, string> {
  const { data: herd = [] } = useQuery(animalsQuery);
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const { data: products = [] } = useQuery(productsQuery);
  const { data: chores = [] } = useQuery(choresQuery);
  const { data: worklists = [] } = useQuery(read('listWorklists', { query: {} }));
  return new Map([
    ...herd.map((animal) => [animal.id, fullName(animal)] as const),
    ...[...places, ...groups, ...products, ...worklists].map(({ id, name }) => [id, name] as const),
    // A task that Today computes is put off by a task of its own.
    ...chores.map(({ id, name, subject }) => [id, subject === null ? name : `${name}: put off`] as const),
  ]);
}

export function useSpeciesOf(): (animalId: string) => Species | undefined {
  const { data: herd = [] } = useQuery(animalsQuery);
  const species = new Map(herd.map((animal) => [animal.id, animal.species]));
  return (animalId) => species.get(animalId);
}
