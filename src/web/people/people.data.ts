import { useMutation } from '@tanstack/react-query';
import { call, type CallName } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

export const invitationsQuery = read('listInvitations', {});

/** Saves and reports the result, then reads the shown data again. */
export const useSave = <K extends CallName>(name: K, done: string) =>
  useMutation({
    mutationFn: (input: Parameters<typeof call<K>>[1]) => call(name, input),
    onSuccess: () => toast({ title: done }),
    onError: (error) => toastFailure(error, 'Could not save this'),
  });
