import type { CurrentUser } from '#contract/accounts.ts';
import { ParkedNotice } from '#web/offline/parked-notice.tsx';
import { SupportNotice } from './support-notice.tsx';

export const FarmNotices = ({ user }: { user: CurrentUser }) => (
  <>
    {user.supportUntil && <SupportNotice user={user} until={user.supportUntil} />}
    <ParkedNotice user={user} />
  </>
);
