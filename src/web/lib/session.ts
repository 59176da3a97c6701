import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from './use-toast.ts';
import { call } from './api.ts';
import { clearDrafts, hasDrafts } from './drafts.ts';
import { localCopy } from './local-copy.ts';
import { readOrNull } from './query.ts';

export const currentUserQuery = readOrNull('currentUser', {});

export const useCurrentUser = () => useQuery(currentUserQuery);

export const refreshCurrentUser = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });

export const signedInId = (client: QueryClient): string | null => client.getQueryData(currentUserQuery.queryKey)?.id ?? null;

/** Nothing of one person may be shown to the next. */
export const clearCache = (client: QueryClient): void => client.clear();

export interface SignedOut {
  /** `replaced`: another account signed in, in another window of this browser. */
  readonly how: 'ended' | 'replaced';
  readonly userId: string;
}

const signedOutKey = ['signed out'];

export function setSignedOut(client: QueryClient, how?: SignedOut['how']): void {
  const userId = signedInId(client);
  if (how && userId !== null) client.setQueryData<SignedOut>(signedOutKey, { how, userId });
  client.setQueryData(currentUserQuery.queryKey, null);
}

export const readSignedOut = (client: QueryClient): SignedOut | undefined => client.getQueryData<SignedOut>(signedOutKey);

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address to return to after sign-in. A search parameter would let a link set it (open redirect). */
    wanted?: { readonly address: string; readonly signedOut?: SignedOut | undefined };
  }
}

/** Asks what is to become of what waits, before signing out. */
export const signOutForm = 'sign-out';

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation<unknown, Error, { readonly keepsOperations: boolean }>({
    mutationFn: () => call('logout', {}),
    onSuccess: async (_reply, { keepsOperations }) => {
      await localCopy()?.end({ keepsOperations });
      const owner = signedInId(client);
      clearCache(client);
      setSignedOut(client);
      toast({
        title: 'Logged out',
        ...(hasDrafts(owner) && {
          description: 'What you typed and did not save is kept here for you.',
          action: { label: 'Remove it', onPress: () => clearDrafts(owner) },
        }),
      });
      await navigate({ to: '/login' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to log out. Please try again.', variant: 'destructive' }),
  });
}
