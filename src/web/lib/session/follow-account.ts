import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { readSetting, storeSetting } from '../device/device-setting.ts';
import { currentUserQuery, type SignedOut } from './session.ts';

const key = 'signed in';

type Account = Pick<CurrentUser, 'id' | 'farmId'>;

const keyOf = ({ id, farmId }: Account): string => `${id} ${farmId}`;

/**
 * All windows of a browser share one session. A window must not go on showing the farm of an account that another window signed
 * out or replaced, nor another farm than the session's, so the page is then loaded again.
 */
export function followAccount(client: QueryClient, onSignedOut: (how: SignedOut['how']) => void): void {
  let mine: Account | undefined;
  // Signing out empties the cache before the answer that there is no session, so the last id is stored here.
  let last: string | undefined;
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== currentUserQuery.queryKey[0]) return;
    const user = client.getQueryData(currentUserQuery.queryKey);
    if (user && mine && user.id !== mine.id) return onSignedOut('replaced');
    if (user && mine && user.farmId !== mine.farmId) return location.reload();
    if (user === null && last !== undefined && last === readSetting(key)) storeAccount(undefined);
    if (user !== undefined) last = user ? keyOf(user) : undefined;
    mine = user ?? undefined;
    if (mine && keyOf(mine) !== readSetting(key)) storeAccount(mine);
  });
  const check = () => {
    const stored = readSetting(key);
    if (!mine || stored === undefined || stored === keyOf(mine)) return;
    if (stored.startsWith(`${mine.id} `)) location.reload();
    else onSignedOut(stored === '' ? 'ended' : 'replaced');
  };
  addEventListener('storage', (event) => event.key === key && check());
  // A page in the back-forward cache gets no storage events.
  addEventListener('pageshow', check);
}

/** Undefined means that nobody is signed in any more. */
const storeAccount = (account: Account | undefined): void => void storeSetting(key, account ? keyOf(account) : '');
