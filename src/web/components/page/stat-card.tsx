import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

interface StatCardProps {
  title: string;
  value: ReactNode;
  icon?: ReactNode;
  description?: ReactNode;
  /** Percent change since last month; null where it is not known. */
  trend?: number | null | undefined;
}

/** On a phone one field of a strip: the value above its title, and nothing else. */
export function StatCard({ title, value, icon, description, trend }: StatCardProps) {
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
