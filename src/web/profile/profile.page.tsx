import { useCurrentUser } from '#web/lib/session/session.ts';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { FarmForm } from './farm-form.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

export function ProfilePage() {
  const { data: user } = useCurrentUser();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile" subtitle="Your farm as others see it, and your subscription" />
      <NeedsServer what="You can change your profile and plan">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <SubscriptionCard user={user} />
          <FarmForm user={user} />
        </div>
      </NeedsServer>
    </>
  );
}
