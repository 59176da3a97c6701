import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type FarmRole, type Right, rightsOf } from '#domain/accounts/members.ts';
import type { CurrentUser } from '#contract/accounts.ts';
import { call, isSessionExpired } from '../server/api.ts';
import { sendUnsent } from './end-session.ts';
import { readOrNull } from '../server/query.ts';
import { isSignOutUnsent } from './unsent-sign-out.ts';

/** First sends a sign-out that was made here without signal. */
export async function sendSignOut(): Promise<void> {
  if (isSignOutUnsent()) await sendUnsent();
}

let asked: Promise<CurrentUser | null | undefined> | undefined;

/** Asks the server who is signed in, while a stored farm is opened; undefined without an answer. */
export function askCurrentUser(): Promise<CurrentUser | null | undefined> {
  asked = call('currentUser', {}).catch((error: unknown) => (isSessionExpired(error) ? null : undefined));
  return asked;
}

/** Resolves once the server has answered who is signed in, or cannot be asked. */
export const whenUserKnown = (): Promise<unknown> => Promise.resolve(asked);

export const currentUserQuery = readOrNull('currentUser', {}, () => {
  const isUnsent = isSignOutUnsent();
  void sendSignOut();
  return isUnsent;
});

export const useCurrentUser = () => useQuery(currentUserQuery);

/** Mails wait until the address is confirmed. */
export const useIsUnconfirmed = (): boolean => useCurrentUser().data?.emailConfirmed === false;

/** A user stored before memberships existed is the owner: farms had no other members then. */
export const useFarmRole = (): FarmRole => useCurrentUser().data?.farmRole ?? 'owner';

export const useRights = (): ReadonlySet<Right> => rightsOf(useFarmRole());

export const refreshCurrentUser = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });

export const signedInId = (client: QueryClient): string | null => client.getQueryData(currentUserQuery.queryKey)?.id ?? null;

/** What is typed on one farm is not for another one. Begins with the id of the account, by which signing out finds the drafts of all its farms. */
export function draftOwner(client: QueryClient): string | null {
  const user = client.getQueryData(currentUserQuery.queryKey);
  return user ? `${user.id} ${user.farmId}` : null;
}

/** Nothing from one person may be shown to the next. */
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
