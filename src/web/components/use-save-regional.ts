import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '#web/lib/api.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import type { FarmChoices } from './regional-choices.tsx';

export const saveRegional = ({ keeps, ...regional }: Partial<FarmChoices>) =>
  call('changeProfile', { body: { ...regional, ...(keeps && { keeps }) } });

/** The screen still shows the earlier formats, so the page is loaded again. */
export function useSaveRegional() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveRegional,
    onSuccess: async () => {
      await refreshCurrentUser(client);
      location.reload();
    },
    onError: (error) =>
      toast({ title: 'Error', description: errorMessage(error, 'Failed to save the settings'), variant: 'destructive' }),
  });
}
