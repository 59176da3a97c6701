import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { PasswordChange } from '#contract/accounts.ts';
import { ApiError, call, isOutcomeUnknown } from '#web/lib/server/api.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

export const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'accounts.wrong_password';

export const isSamePassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'accounts.same_password';

export function useChangePassword() {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const unconfirmed = useRef<string>(undefined);
  return useMutation({
    mutationFn: async (body: z.input<typeof PasswordChange>) => {
      try {
        return await call('changePassword', { body });
      } catch (error) {
        if (isWrongPassword(error) && unconfirmed.current === body.newPassword && user) {
          // An earlier attempt whose answer was lost may have changed it, so the new password is tried.
          await call('login', { body: { username: user.username, password: body.newPassword } }).catch(() => {
            throw error;
          });
          return { message: '' };
        }
        if (isOutcomeUnknown(error)) unconfirmed.current = body.newPassword;
        throw error;
      }
    },
    onSuccess: async () => {
      toast({ title: 'Password Changed', description: 'Your other devices have been signed out.' });
      // The password is no longer temporary.
      await refreshCurrentUser(client);
    },
    onError: (error) => toastFailure(error, 'Failed to change password'),
  });
}
