import { rolesWith } from '#domain/members.ts';
import { useFarmRole } from '#web/lib/session.ts';

/** Only people who may sell can see papers, because they contain addresses and telephone numbers of others. */
export const useMayManage = (): boolean => rolesWith('manage').includes(useFarmRole());
