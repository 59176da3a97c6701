import { CircleDollarSign, HeartPulse, Mars } from 'lucide-react';
import { count } from '#web/lib/format.ts';
import { Sheep } from '#web/ui/icons.tsx';
import { StatCard } from '#web/components/stat-card.tsx';
import type { HerdSummary } from './herd-summary.ts';

export function HerdStats({ summary: { total, healthy, forSale, breedingMales } }: { summary: HerdSummary }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 print:grid-cols-4">
      <StatCard title="Total Animals" value={count(total)} icon={<Sheep />} description="active on the farm" />
      <StatCard
        title="Healthy"
        value={count(healthy)}
        icon={<HeartPulse />}
        {...(total > 0 && { description: 'Good, or not yet checked' })}
      />
      <StatCard title="For Sale" value={count(forSale)} icon={<CircleDollarSign />} description="on offer now" />
      <StatCard title="Males" value={count(breedingMales.length)} icon={<Mars />} description="ready to breed" />
    </div>
  );
}
