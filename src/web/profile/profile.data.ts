import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ProfileChange } from '#contract/accounts.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { uploadImage, uploadSentence } from '#web/lib/upload.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof ProfileChange>) => call('changeProfile', { body }),
    onSuccess: async () => {
      toast({ title: 'Profile Updated' });
      await refreshCurrentUser(client);
    },
    onError: (error) => {
      // The form asks for the password and shows there when it is wrong.
      if (asksForPassword(error)) return;
      toastFailure(error, 'Failed to update profile');
    },
  });
}

export const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError && ['accounts.password_needed', 'accounts.wrong_password'].includes(error.code ?? '');

export function useUploadLogo(onUploaded: (logoUrl: string) => void) {
  return useMutation({
    mutationFn: (file: File) => uploadImage(file),
    onSuccess: ({ imageUrl }) => {
      onUploaded(imageUrl);
      toast({ title: 'Logo uploaded successfully', description: 'It is kept when you save the changes.' });
    },
    onError: (error) =>
      toast({ title: 'Error', description: uploadSentence(error, 'Failed to upload logo'), variant: 'destructive' }),
  });
}
