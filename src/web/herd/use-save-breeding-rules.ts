import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BreedingRules } from '#domain/breeding-rules.ts';
import { call } from '#web/lib/api.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

/** Saves the rules for everyone on this farm. */
export function useSaveBreedingRules(onSuccess: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (breedingRules: BreedingRules) => {
      await call('changeProfile', { body: { breedingRules } });
      await refreshCurrentUser(client);
    },
    onSuccess,
    onError: (error) => toastFailure(error, 'Failed to save this'),
  });
}
