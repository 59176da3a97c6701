import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import type { AnimalStatus } from '#domain/records/animals.ts';
import { ApiError, call } from '#web/lib/server/api.ts';
import { signedInId } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { animalsQuery, outsideParentsQuery } from './animals.queries.ts';

/** If the first attempt succeeded and something was corrected since, the correction is sent as a change. */
export function useAddAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Call<Api['addAnimal']>['body'] & { id: string }) => {
      // Specified; the server knows who is signed in.
      const sent = { id, ...body, userId: signedInId(client) ?? 'demo-user' };
      return call('addAnimal', { body: sent }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'create.conflict')) throw error;
        return call('changeAnimal', { params: { id }, body });
      });
    },
  });
}

export const useChangeAnimal = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeAnimal']>['body']) =>
      call('changeAnimal', { params: { id }, body: { ...body, day: today() } }),
  });

/** Shown at once, because no form shows that it is being saved. */
export function useMarkAnimal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ animal, ...body }: { animal: Animal; status: AnimalStatus; reason: string | undefined }) =>
      call('changeAnimal', { params: { id: animal.id }, body: { ...body, day: today() } }),
    onMutate: ({ animal, status }) => showAnimal(client, { ...animal, status }),
    onError: (_error, { animal }) => showAnimal(client, animal),
  });
}

function showAnimal(client: QueryClient, shown: Animal): void {
  const { queryKey } = shown.isReference ? outsideParentsQuery : animalsQuery;
  client.setQueryData<Animal[]>(queryKey, (list) => list?.map((animal) => (animal.id === shown.id ? shown : animal)));
}
