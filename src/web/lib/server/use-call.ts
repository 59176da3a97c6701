import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import { toastFailure } from '../toast-failure.ts';
import { toast } from '../use-toast.ts';
import { call, type CallName } from './api.ts';

type Options<K extends CallName> = UseMutationOptions<Reply<Api[K]>, Error, Call<Api[K]>>;

/** Sends a call that writes. What is shown is then read again. */
export const useCall = <K extends CallName>(name: K, options: Pick<Options<K>, 'onSuccess' | 'onError' | 'meta'> = {}) =>
  useMutation({ mutationFn: (input: Call<Api[K]>) => call(name, input), ...options });

/** The same with the result in a toast; without `done`, only a failure. It is pending until what is shown was read again. */
export const useSave = <K extends CallName>(name: K, { done, failed }: { readonly done?: string; readonly failed: string }) =>
  useCall(name, {
    onSuccess: () => done !== undefined && toast({ title: done }),
    onError: (error) => toastFailure(error, failed),
    meta: { isPendingUntilRead: true },
  });
