import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/server/api.ts';
import { refreshCurrentUser } from '#web/lib/session/session.ts';
import type { FarmChoices } from './regional-choices.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';

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
    onError: (error) => toastFailure(error, 'Failed to save the settings'),
  });
}
