import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from './use-toast.ts';
import { call } from './api.ts';
import { clearDrafts, hasDrafts } from './drafts.ts';
import { readOrNull } from './query.ts';

/** Who is signed in; null for a visitor. */
export const currentUserQuery = readOrNull('currentUser', {});

export const useCurrentUser = () => useQuery(currentUserQuery);

export const refreshCurrentUser = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });

export const signedInId = (client: QueryClient): string | null => client.getQueryData(currentUserQuery.queryKey)?.id ?? null;

/** Clears the query cache at sign-in and sign-out: nothing of one person may be shown to the next. */
export const clearCache = (client: QueryClient): void => client.clear();

/** Why somebody was signed out without asking for it. */
export interface SignedOut {
  /** `replaced`: by another account, in another window of this browser. */
  readonly how: 'ended' | 'replaced';
  readonly userId: string;
}

const signedOutKey = ['signed out'];

/** Records that there is no session. */
export function becomeVisitor(client: QueryClient, how?: SignedOut['how']): void {
  const userId = signedInId(client);
  if (how && userId !== null) client.setQueryData<SignedOut>(signedOutKey, { how, userId });
  client.setQueryData(currentUserQuery.queryKey, null);
}

export const readSignedOut = (client: QueryClient): SignedOut | undefined => client.getQueryData<SignedOut>(signedOutKey);

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * At the sign-in page: the address that the person asked for. It is in the window's history and not in a search parameter, which
     * a link could set (open redirect).
     */
    wanted?: { readonly address: string; readonly signedOut?: SignedOut | undefined };
  }
}

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: async () => {
      const owner = signedInId(client);
      clearCache(client);
      becomeVisitor(client);
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
