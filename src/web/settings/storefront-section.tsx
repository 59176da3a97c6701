import { Suspense } from 'react';
import { rightsOf } from '#domain/members.ts';
import { lazily } from '#web/components/lazily.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const StorefrontCard = lazily(async () => (await import('./storefront-card.tsx')).StorefrontCard);

/** Only for people who may sell. */
export function StorefrontSection() {
  const role = useFarmRole();
  if (!role || !rightsOf(role).has('manage')) return null;
  return (
    <Suspense fallback={<Skeleton className="mb-6 h-40 max-w-3xl" />}>
      <StorefrontCard />
    </Suspense>
  );
}
