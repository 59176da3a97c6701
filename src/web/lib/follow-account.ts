import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery, type SignedOut } from './session.ts';

const key = 'signed in';

/**
 * A browser has one session for all its windows, so no window may go on showing the farm of an account that another window signed
 * out or replaced.
 */
export function followAccount(client: QueryClient, onSignedOut: (how: SignedOut['how']) => void): void {
  let mine: string | undefined;
  // Signing out empties the cache before the answer that there is no session, so the last id is stored here.
  let last: string | undefined;
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== currentUserQuery.queryKey[0]) return;
    const user = client.getQueryData(currentUserQuery.queryKey);
    if (user && mine !== undefined && user.id !== mine) return onSignedOut('replaced');
    if (user === null && last !== undefined && last === readAccount()) storeAccount(undefined);
    if (user !== undefined) last = user?.id;
    mine = user?.id;
    if (mine !== undefined && mine !== readAccount()) storeAccount(mine);
  });
  const check = () => {
    const stored = readAccount();
    if (mine !== undefined && stored !== mine && stored !== undefined) onSignedOut(stored === '' ? 'ended' : 'replaced');
  };
  addEventListener('storage', (event) => event.key === key && check());
  // A page in the back-forward cache gets no storage events.
  addEventListener('pageshow', check);
}

function readAccount(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined means that nobody is signed in any more. */
function storeAccount(userId: string | undefined): void {
  try {
    localStorage.setItem(key, userId ?? '');
  } catch {
    // Without storage the windows cannot tell each other.
  }
}
