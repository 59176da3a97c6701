import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

interface StatCardProps {
  title: string;
  value: ReactNode;
  icon?: ReactNode;
  description?: ReactNode;
  /** Percent change since last month. */
  trend?: number;
}

/** On a phone one field of a strip: the value above its title, and nothing else. */
export function StatCard({ title, value, icon, description, trend }: StatCardProps) {
  return (
    <section className="flex flex-col gap-1 bg-card p-2.5 sm:rounded-xl sm:border sm:p-5 sm:shadow-card">
      <div className="flex items-start justify-between gap-1 text-muted-foreground max-sm:order-last">
        <p className="text-sm leading-tight font-semibold">{title}</p>
        {icon && (
          <span aria-hidden className="max-sm:hidden [&>svg]:size-6">
            {icon}
          </span>
        )}
      </div>
      <p className="text-xl leading-none font-medium sm:title sm:text-4xl">{value}</p>
      {description && <p className="text-sm text-muted-foreground max-sm:hidden">{description}</p>}
      {trend !== undefined && <Trend percent={trend} />}
    </section>
  );
}

function Trend({ percent }: { percent: number }) {
  const Arrow = percent < 0 ? ArrowDown : ArrowUp;
  return (
    <p className="flex items-center gap-1 text-sm text-muted-foreground">
      <Arrow aria-hidden className={percent < 0 ? 'size-4 text-destructive' : 'size-4 text-good'} />
      <span className="sr-only">{percent < 0 ? 'down' : 'up'}</span>
      <span className="font-semibold">{Math.abs(percent)}%</span> from last month
    </p>
  );
}
