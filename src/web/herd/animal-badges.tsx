import { healthLabels, healthStatuses, type AnimalStatus, type HealthStatus } from '#domain/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { Badge } from '#web/ui/badge.tsx';
import { statusLabels } from './animal-labels.ts';

const dots: Readonly<Record<AnimalStatus, string>> = {
  active: 'bg-status-active',
  sold: 'bg-status-sold',
  died: 'bg-status-died',
};

interface StatusDotProps {
  readonly status: AnimalStatus;
  readonly isPlain?: boolean;
  readonly className?: string;
}

export function StatusDot({ status, isPlain = false, className }: StatusDotProps) {
  return (
    <span className={cn('inline-flex items-center gap-1.5', !isPlain && 'text-sm font-medium text-muted-foreground', className)}>
      <span aria-hidden className={cn('size-2.5 rounded-full print:border', dots[status])} />
      {statusLabels[status]}
    </span>
  );
}

export const Withheld = ({ children }: { children: string }) =>
  children && (
    <Badge variant="straw" wraps>
      {children}
    </Badge>
  );

export function HealthBadge({ status }: { status: HealthStatus }) {
  return (
    <Badge variant={status <= '2' ? 'destructive' : 'good'}>
      <span aria-hidden className="flex items-end gap-px">
        {healthStatuses.map((step) => (
          <span key={step} className={cn('w-[3px] rounded-xs bg-current', barHeights[step], step > status && 'opacity-30')} />
        ))}
      </span>
      {healthLabels[status]}
    </Badge>
  );
}

const barHeights: Readonly<Record<HealthStatus, string>> = { 1: 'h-1', 2: 'h-1.5', 3: 'h-2', 4: 'h-2.5', 5: 'h-3' };
