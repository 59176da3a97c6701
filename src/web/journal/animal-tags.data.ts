import { useMutation } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';

export const tagsOfAnimalQuery = (animalId: string) => read('listAnimalTags', { query: { animalId } });

export const useChangeAnimalTag = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeAnimalTag']>['body']) =>
      call('changeAnimalTag', { params: { id }, body }),
  });

export const useDeleteAnimalTag = () => useMutation({ mutationFn: (id: string) => call('deleteAnimalTag', { params: { id } }) });
