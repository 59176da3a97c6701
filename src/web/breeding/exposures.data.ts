import { useMutation } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { call } from '#web/lib/server/api.ts';

export const useAddExposure = () =>
  useMutation({ mutationFn: (body: Call<Api['addExposure']>['body']) => call('addExposure', { body }) });

export const useChangeExposure = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Call<Api['changeExposure']>['body'] & { readonly id: string }) =>
      call('changeExposure', { params: { id }, body }),
  });
