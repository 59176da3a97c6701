import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { PasswordChange } from '#contract/accounts.ts';
import { ApiError, call, isOutcomeUnknown, sentenceOf } from '#web/lib/api.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';

export const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'accounts.wrong_password';

export const isSamePassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'accounts.same_password';

export function useChangePassword() {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const unheard = useRef<string>(undefined);
  return useMutation({
    mutationFn: async (body: z.input<typeof PasswordChange>) => {
      try {
        return await call('changePassword', { body });
      } catch (error) {
        if (isWrongPassword(error) && unheard.current === body.newPassword && user) {
          // An earlier attempt may have changed it already: then the new one is right.
          await call('login', { body: { username: user.username, password: body.newPassword } }).catch(() => {
            throw error;
          });
          return { message: '' };
        }
        if (isOutcomeUnknown(error)) unheard.current = body.newPassword;
        throw error;
      }
    },
    onSuccess: async () => {
      toast({ title: 'Password Changed', description: 'Your other devices have been signed out.' });
      // A temporary password is none any more.
      await refreshCurrentUser(client);
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to change password'), variant: 'destructive' }),
  });
}
