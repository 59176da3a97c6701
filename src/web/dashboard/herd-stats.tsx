import { CircleDollarSign, HeartPulse, Mars, ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { notLookedAt } from '#domain/records/animals.ts';
import { useNotLookedAtCount } from '#web/herd/care/use-not-looked-at.ts';
import { count } from '#web/lib/text/format.ts';
import { Sheep } from '#web/ui/icons.tsx';
import type { HerdSummary } from './herd-summary.ts';
import type { Trends } from './use-trends.ts';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

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

interface StatCardProps {
  title: string;
  value: ReactNode;
  icon?: ReactNode;
  description?: ReactNode;
  /** Percent change since last month; null where it is not known. */
  trend?: number | null | undefined;
}

/** On a phone one field of a strip: the value above its title, and nothing else. */
function StatCard({ title, value, icon, description, trend }: StatCardProps) {
  return (
    <section className="flex flex-col gap-0.5 bg-card p-2.5 sm:rounded-xl sm:border sm:px-5 sm:py-4 sm:shadow-card">
      <div className="flex items-start justify-between gap-1 text-muted-foreground max-sm:order-1">
        <p className="text-sm leading-tight font-semibold">{title}</p>
        {icon && (
          <span aria-hidden className="max-sm:hidden [&>svg]:size-6">
            {icon}
          </span>
        )}
      </div>
      <p className="text-xl leading-none font-medium sm:title sm:text-3xl">{value}</p>
      {description && <p className="text-sm text-muted-foreground max-sm:hidden">{description}</p>}
      <p className="flex min-h-5 items-center gap-1 text-sm text-muted-foreground max-sm:order-2">
        {trend === null ? (
          <span className="max-sm:sr-only">Change from last month not known</span>
        ) : (
          trend !== undefined && <Trend percent={trend} />
        )}
      </p>
    </section>
  );
}

function Trend({ percent }: { percent: number }) {
  const [Arrow, word, color] =
    percent === 0
      ? [ArrowRight, 'unchanged', '']
      : percent < 0
        ? [ArrowDown, 'down', 'text-destructive']
        : [ArrowUp, 'up', 'text-good'];
  return (
    <>
      <Arrow aria-hidden className={cn('size-4', color)} />
      <span className="sr-only">{word}</span>
      <span className="font-semibold">{Math.abs(percent)}%</span>
      <span className="max-sm:sr-only">from last month</span>
    </>
  );
}
