import { Suspense } from 'react';
import { lazily } from '#web/components/lazily.ts';
import { useCurrentUser, useFarmRole } from '#web/lib/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ApiKeysCard = lazily(async () => (await import('#web/integrations/api-keys-card.tsx')).ApiKeysCard);

/** For owners alone: nobody else may see or make keys. */
export function IntegrationsSection() {
  const user = useCurrentUser().data;
  const role = useFarmRole();
  if (!user || role !== 'owner') return null;
  return (
    <Suspense fallback={<Skeleton className="mb-6 h-40 max-w-3xl" />}>
      <ApiKeysCard hasPlan={user.subscriptionPlan === 'enterprise'} />
    </Suspense>
  );
}
