import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { switchForm } from '#web/lib/session/use-logout.ts';
import { ParkedNotice } from '#web/offline/screens/parked-notice.tsx';
import { SupportNotice } from './support-notice.tsx';

const SwitchPersonDialog = lazilyPreloaded(async () => (await import('./switch-person-dialog.tsx')).SwitchPersonDialog);

export const FarmNotices = ({ user }: { user: CurrentUser }) => (
  <>
    {user.supportUntil && <SupportNotice user={user} until={user.supportUntil} />}
    <ParkedNotice user={user} />
    <SwitchPerson />
  </>
);

function SwitchPerson() {
  const [isOpen, setOpen] = useState<boolean>();
  useRequestedForm(switchForm, () => setOpen(true));
  return (
    <LoadedLater>{isOpen !== undefined && <SwitchPersonDialog isOpen={isOpen} onClose={() => setOpen(false)} />}</LoadedLater>
  );
}
