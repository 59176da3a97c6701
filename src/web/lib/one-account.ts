import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery, type SignedOut } from './session.ts';

const key = 'signed in';

/**
 * A browser has one session for all its windows. Each tells the others whose it is, so that none goes on showing the farm of an account
 * that was signed out or replaced in another.
 */
export function followAccount(client: QueryClient, onSignedOut: (how: SignedOut['how']) => void): void {
  let mine: string | undefined;
  // Signing out forgets who it was before it is known that it is nobody.
  let last: string | undefined;
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== currentUserQuery.queryKey[0]) return;
    const user = client.getQueryData(currentUserQuery.queryKey);
    if (user && mine !== undefined && user.id !== mine) return onSignedOut('replaced');
    if (user === null && last !== undefined && last === told()) tell(undefined);
    if (user !== undefined) last = user?.id;
    mine = user?.id;
    if (mine !== undefined && mine !== told()) tell(mine);
  });
  const look = () => {
    const theirs = told();
    if (mine !== undefined && theirs !== mine && theirs !== undefined) onSignedOut(theirs === '' ? 'ended' : 'replaced');
  };
  addEventListener('storage', (event) => event.key === key && look());
  // A page that was asleep has heard of nothing.
  addEventListener('pageshow', look);
}

function told(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: nobody is signed in any more. */
function tell(userId: string | undefined): void {
  try {
    localStorage.setItem(key, userId ?? '');
  } catch {
    // A browser that keeps nothing cannot tell its windows anything.
  }
}
