import { rolesWith } from '#domain/members.ts';
import { useFarmRole } from '#web/lib/session.ts';

/** Papers are for those who may sell: addresses and telephone numbers of others stand on them. */
export const useMayManage = (): boolean => rolesWith('manage').includes(useFarmRole());
