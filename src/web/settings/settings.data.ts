import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { PasswordChange } from '#contract/accounts.ts';
import { call, sentenceOf } from '#web/lib/api.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/use-toast.ts';

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordChange>) => call('changePassword', { body }),
    onSuccess: async () => {
      toast({ title: 'Password Changed', description: 'Your other devices have been signed out.' });
      // A temporary password is none any more.
      await refreshCurrentUser(client);
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to change password'), variant: 'destructive' }),
  });
}
