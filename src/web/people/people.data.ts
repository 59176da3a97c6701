import type { CallName } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';
import { useCall } from '#web/lib/server/use-call.ts';

export const invitationsQuery = read('listInvitations', {});

/** Saves, and says the result in a toast. */
export const useSave = <K extends CallName>(name: K, done: string) =>
  useCall(name, {
    onSuccess: () => toast({ title: done }),
    onError: (error) => toastFailure(error, 'Could not save this'),
  });
