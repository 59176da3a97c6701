import { rightsOf } from '#domain/members.ts';
import { useCurrentUser } from '#web/lib/session.ts';

/** Papers are for those who may sell: addresses and telephone numbers of others stand on them. */
export function useMayManage(): boolean {
  const { data: user } = useCurrentUser();
  return user ? rightsOf(user.farmRole).has('manage') : false;
}
