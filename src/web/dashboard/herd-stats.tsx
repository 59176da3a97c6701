import { CircleDollarSign, HeartPulse, Mars } from 'lucide-react';
import { notLookedAt } from '#domain/records/animals.ts';
import { useNotLookedAtCount } from '#web/herd/care/use-not-looked-at.ts';
import { count } from '#web/lib/text/format.ts';
import { Sheep } from '#web/ui/icons.tsx';
import { StatCard } from '#web/components/page/stat-card.tsx';
import type { HerdSummary } from './herd-summary.ts';
import type { Trends } from './use-trends.ts';

interface StatsProps {
  readonly summary: HerdSummary;
  readonly trends: Trends;
}

/** On a phone one strip, or two rows where its four words have no room beside each other. */
export function HerdStats({ summary: { active, total, healthy, forSale, breedingMales }, trends }: StatsProps) {
  const waiting = useNotLookedAtCount(active) ?? undefined;
  const waitingText = waiting !== undefined && waiting > 0 && `${notLookedAt}: ${count(waiting)}`;
  const healthyText = waitingText || (waiting === 0 ? 'Good or better' : 'Good, or not yet checked');
  return (
    <div className="@container">
      <div className="grid grid-cols-2 max-sm:gap-px max-sm:overflow-hidden max-sm:rounded-xl max-sm:border max-sm:bg-border max-sm:@2xs:grid-cols-[repeat(4,auto)] sm:gap-4 lg:grid-cols-4 print:grid-cols-4">
        <StatCard
          title="Total Animals"
          value={count(total)}
          icon={<Sheep />}
          description="active on the farm"
          trend={trends.total}
        />
        <StatCard
          title="Healthy"
          value={count(healthy)}
          icon={<HeartPulse />}
          trend={waitingText && waiting === total ? null : trends.healthy}
          description={total > 0 && healthyText}
        />
        <StatCard title="For Sale" value={count(forSale)} icon={<CircleDollarSign />} description="on offer now" />
        <StatCard
          title="Males"
          value={count(breedingMales.length)}
          icon={<Mars />}
          description="ready to breed"
          trend={trends.males}
        />
        {total > 0 && (
          <p className="col-span-full bg-card p-2.5 text-sm text-muted-foreground sm:hidden">
            {waitingText || `Healthy: ${healthyText.toLowerCase()}`}
            {typeof trends.total === 'number' && ' · % from last month'}
          </p>
        )}
      </div>
    </div>
  );
}
