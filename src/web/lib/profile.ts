import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { call } from './api.ts';
import { refreshCurrentUser } from './session.ts';

export const profileOf = (user: CurrentUser) => ({ ...user, version: user.profileVersion });

/** What is stored of a person and the farm, as a form opens it. */
export type Profile = ReturnType<typeof profileOf>;

export function useProfileCalls() {
  const client = useQueryClient();
  const read = async (): Promise<Profile | undefined> => {
    const user = await refreshCurrentUser(client);
    return user ? profileOf(user) : undefined;
  };
  const change = async (body: z.input<typeof ProfileChange>): Promise<Profile> => {
    const saved = await call('changeProfile', { body });
    await refreshCurrentUser(client);
    return profileOf(saved);
  };
  return { read, change };
}
