import '#web/lib/later-addresses.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { call, urlOf } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';

export const tagsOfAnimalQuery = (animalId: string) => read('listAnimalTags', { query: { animalId } });

export function useAddAnimalTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Call<Api['addAnimalTag']>['body']) => call('addAnimalTag', { body }),
    onSuccess: ({ animalId }) => refresh(client, animalId),
  });
}

export function useChangeAnimalTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeAnimalTag']>['body']) =>
      call('changeAnimalTag', { params: { id }, body }),
    onSuccess: ({ animalId }) => refresh(client, animalId),
  });
}

export function useDeleteAnimalTag(animalId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteAnimalTag', { params: { id } }),
    onSuccess: () => refresh(client, animalId),
  });
}

const refresh = (client: QueryClient, animalId: string) =>
  Promise.all(
    [[urlOf('listAnimalTags', { query: {} })], tagsOfAnimalQuery(animalId).queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey, exact: true }),
    ),
  );
