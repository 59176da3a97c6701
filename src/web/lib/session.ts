import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '#web/ui/use-toast.ts';
import { call } from './api.ts';
import { readOrNull } from './query.ts';

/** Who is signed in; null for a visitor. */
export const currentUserQuery = readOrNull('currentUser', {});

export const useCurrentUser = () => useQuery(currentUserQuery);

/** Reads anew who is signed in, after something changed it. */
export const refreshCurrentUser = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });

/** Forgets everything read so far. At sign-in and sign-out: nothing of one person may ever be shown to the next. */
export const forgetEverything = (client: QueryClient): void => client.clear();

/** There is no session (any more): the person is a visitor. */
export function becomeVisitor(client: QueryClient): void {
  client.setQueryData(currentUserQuery.queryKey, null);
}

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: async () => {
      forgetEverything(client);
      becomeVisitor(client);
      toast({ title: 'Logged out' });
      await navigate({ to: '/login' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to log out. Please try again.', variant: 'destructive' }),
  });
}
