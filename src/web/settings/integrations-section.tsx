import { Suspense } from 'react';
import { lazily } from '#web/components/lazily.ts';
import { useCurrentUser, useFarmRole } from '#web/lib/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ApiKeysCard = lazily(async () => (await import('#web/integrations/api-keys-card.tsx')).ApiKeysCard);
const HooksCard = lazily(async () => (await import('#web/integrations/hooks-card.tsx')).HooksCard);

/** Only for owners: nobody else may see or create keys and webhooks. */
export function IntegrationsSection() {
  const user = useCurrentUser().data;
  const role = useFarmRole();
  if (!user || role !== 'owner') return null;
  const hasPlan = user.subscriptionPlan === 'enterprise';
  return (
    <Suspense fallback={<Skeleton className="mb-6 h-40 max-w-3xl" />}>
      <ApiKeysCard hasPlan={hasPlan} />
      <HooksCard hasPlan={hasPlan} />
    </Suspense>
  );
}
