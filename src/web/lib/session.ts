import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from './use-toast.ts';
import { call } from './api.ts';
import { forgetDrafts, hasDrafts } from './drafts.ts';
import { readOrNull } from './query.ts';

/** Who is signed in; null for a visitor. */
export const currentUserQuery = readOrNull('currentUser', {});

export const useCurrentUser = () => useQuery(currentUserQuery);

/** Reads anew who is signed in, after something changed it. */
export const refreshCurrentUser = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });

export const signedInId = (client: QueryClient): string | null => client.getQueryData(currentUserQuery.queryKey)?.id ?? null;

/** Forgets everything read so far. At sign-in and sign-out: nothing of one person may ever be shown to the next. */
export const forgetEverything = (client: QueryClient): void => client.clear();

/** How somebody was signed out who did not mean it. */
export interface SignedOut {
  /** `replaced`: by another account, in another window of this browser. */
  readonly how: 'ended' | 'replaced';
  readonly userId: string;
}

const signedOutKey = ['signed out'];

/** There is no session (any more): the person is a visitor. */
export function becomeVisitor(client: QueryClient, how?: SignedOut['how']): void {
  const userId = signedInId(client);
  if (how && userId !== null) client.setQueryData<SignedOut>(signedOutKey, { how, userId });
  client.setQueryData(currentUserQuery.queryKey, null);
}

export const readSignedOut = (client: QueryClient): SignedOut | undefined => client.getQueryData<SignedOut>(signedOutKey);

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * At the sign-in page: where the person wanted to be. It stands in the window's history and not in the address, where anybody could
     * write another one.
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
      forgetEverything(client);
      becomeVisitor(client);
      toast({
        title: 'Logged out',
        ...(hasDrafts(owner) && {
          description: 'What you typed and did not save is kept here for you.',
          action: { label: 'Remove it', onPress: () => forgetDrafts(owner) },
        }),
      });
      await navigate({ to: '/login' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to log out. Please try again.', variant: 'destructive' }),
  });
}
