import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../server/use-call.ts';
import { toastFailure } from '../toast-failure.ts';
import { toast } from '../use-toast.ts';
import { refreshCurrentUser } from './session.ts';

export function useResendConfirmation() {
  const client = useQueryClient();
  return useCall('resendConfirmation', {
    onSuccess: async ({ message }) => {
      toast({ title: 'Email address', description: message });
      await refreshCurrentUser(client);
    },
    onError: (error) => toastFailure(error, 'The link could not be sent'),
  });
}
