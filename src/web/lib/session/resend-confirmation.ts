import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../use-toast.ts';
import { call, errorMessage } from '../server/api.ts';
import { refreshCurrentUser } from './session.ts';

export function useResendConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('resendConfirmation', {}),
    onSuccess: async ({ message }) => {
      toast({ title: 'Email address', description: message });
      await refreshCurrentUser(client);
    },
    onError: (error) =>
      toast({ title: 'Error', description: errorMessage(error, 'The link could not be sent'), variant: 'destructive' }),
  });
}
