import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';

interface StatCardProps {
  title: string;
  value: ReactNode;
  icon?: ReactNode;
  description?: ReactNode;
  /** Percent change since last month. */
  trend?: number;
}

export function StatCard({ title, value, icon, description, trend }: StatCardProps) {
  return (
    <Card className="gap-1 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-1">
        <p className="text-sm font-semibold text-muted-foreground">{title}</p>
        {icon && (
          <span aria-hidden className="text-muted-foreground [&>svg]:size-5 sm:[&>svg]:size-6">
            {icon}
          </span>
        )}
      </div>
      <p className="title text-3xl leading-none sm:text-4xl">{value}</p>
      {description && <p className="text-sm text-muted-foreground">{description}</p>}
      {trend !== undefined && <Trend percent={trend} />}
    </Card>
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
