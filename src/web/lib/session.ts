import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readOrNull } from './query.ts';

/** Who is signed in; null for a visitor. */
export const currentUserQuery = readOrNull('currentUser', {});

export const useCurrentUser = () => useQuery(currentUserQuery);

/** Forgets everything read so far. At sign-in and sign-out: nothing of one person may ever be shown to the next. */
export function forgetEverything(client: QueryClient): void {
  client.clear();
}

/** The session ended elsewhere (expired, password changed): the person is a visitor now. */
export function becomeVisitor(client: QueryClient): void {
  client.setQueryData(currentUserQuery.queryKey, null);
}
