import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { call } from '../server/api.ts';
import { refreshCurrentUser } from './session.ts';

/** Of a person and the farm, the fields that a form changes: as it opens them, reads them again and changes them. */
export function useProfile<F extends object>(user: CurrentUser, fieldsOf: (user: CurrentUser) => F) {
  const client = useQueryClient();
  const profileOf = (of: CurrentUser) => ({ ...fieldsOf(of), id: of.id, version: of.profileVersion });
  const readStored = async () => {
    const now = await refreshCurrentUser(client);
    return now ? profileOf(now) : undefined;
  };
  const change = async (body: z.input<typeof ProfileChange>) => {
    const saved = await call('changeProfile', { body });
    await refreshCurrentUser(client);
    return profileOf(saved);
  };
  return { stored: profileOf(user), readStored, change };
}
