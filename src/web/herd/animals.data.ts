import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import type { AnimalStatus } from '#domain/animals.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { today } from '#web/lib/today.ts';
import { animalsQuery, outsideParentsQuery } from './animals.queries.ts';

/** If the first attempt succeeded and something was corrected since, the correction is sent as a change. */
export function useAddAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Call<Api['addAnimal']>['body'] & { id: string }) =>
      call('addAnimal', { body: { id, ...body } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'create.conflict')) throw error;
        return call('changeAnimal', { params: { id }, body });
      }),
    onSuccess: (added) =>
      client.setQueryData<Animal[]>(listOf(added), (list) => list && [added, ...list.filter(({ id }) => id !== added.id)]),
  });
}

export function useChangeAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeAnimal']>['body']) =>
      call('changeAnimal', { params: { id }, body: { ...body, day: today() } }),
    onSuccess: (changed) => setAnimalInCache(client, changed),
    onError: (error) => isGone(error) && void readListsAnew(client),
  });
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'animals.not_found';

const readListsAnew = (client: QueryClient) =>
  Promise.all([animalsQuery, outsideParentsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));

export function useMarkAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ animal, ...body }: { animal: Animal; status: AnimalStatus; reason: string | undefined }) =>
      call('changeAnimal', { params: { id: animal.id }, body: { ...body, day: today() } }),
    onMutate: ({ animal, status }) => setAnimalInCache(client, { ...animal, status }),
    onSuccess: (changed) => setAnimalInCache(client, changed),
    onError: (_error, { animal }) => setAnimalInCache(client, animal),
  });
}

export function useDeleteAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (animal: Animal) => call('deleteAnimal', { params: { id: animal.id } }),
    onSuccess: async (_reply, { id: gone }) => {
      const stale = new Set<unknown>(['/api/health-records', '/api/breeding-records']);
      for (const { queryKey } of [animalsQuery, outsideParentsQuery]) {
        client.setQueryData<Animal[]>(queryKey, (list) => list?.filter(({ id }) => id !== gone));
        // The server has removed the parent from its children, which have new versions.
        if (client.getQueryData(queryKey)?.some((animal) => isChildOf(gone, animal))) stale.add(queryKey[0]);
      }
      await client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
    },
    onError: (error, animal) => {
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: listOf(animal) });
    },
  });
}

const listOf = (animal: Animal) => (animal.isReference ? outsideParentsQuery : animalsQuery).queryKey;

export function setAnimalInCache(client: QueryClient, changed: Animal): void {
  client.setQueryData<Animal[]>(listOf(changed), (list) => list?.map((animal) => (animal.id === changed.id ? changed : animal)));
}

const isChildOf = (parent: string, { motherId, fatherId }: Animal): boolean => motherId === parent || fatherId === parent;
