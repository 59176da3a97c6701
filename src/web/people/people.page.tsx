import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { HelpersCard } from './helpers-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';

export function PeoplePage() {
  const role = useFarmRole();
  const mayInvite = useRights().has('invite');
  return (
    <>
      <PageHeader title="People" subtitle="Who is on this farm and what they may do" />
      <NeedsServer what="You can invite and change people">
        <MembersCard role={role} />
        {mayInvite && <InvitationsCard role={role} />}
        <HelpersCard mayChange={mayInvite} />
      </NeedsServer>
    </>
  );
}
