import { healthLabels, healthStatuses, type AnimalStatus, type HealthStatus } from '#domain/records/animals.ts';
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
  /** Instead of the status. */
  readonly word?: string;
  readonly isPlain?: boolean;
  readonly className?: string;
}

export function StatusDot({ status, word = statusLabels[status], isPlain = false, className }: StatusDotProps) {
  return (
    <span className={cn('inline-flex items-center gap-1.5', !isPlain && 'text-sm font-medium text-muted-foreground', className)}>
      <span aria-hidden className={cn('size-2.5 rounded-full print:border', dots[status])} />
      {word}
    </span>
  );
}

export const Withheld = ({ children }: { children: string }) =>
  children && (
    <Badge variant="straw" wraps>
      {children}
    </Badge>
  );

export const HealthBadge = ({ status }: { status: HealthStatus }) => (
  <Badge variant="outline">
    <Grade status={status} />
  </Badge>
);

/** The five-step scale used for all grades, with its word, which `isShort` leaves to screen readers. */
export const Grade = ({ status, isShort = false }: { status: HealthStatus; isShort?: boolean }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    <span aria-hidden className="flex shrink-0 gap-px" style={{ color: `var(--grade-${status})` }}>
      {healthStatuses.map((step) => (
        <span key={step} className={cn('h-3 w-1 rounded-xs', step > status ? 'bg-border' : 'bg-current')} />
      ))}
    </span>
    <span className={isShort ? 'sr-only' : 'truncate'}>{healthLabels[status]}</span>
  </span>
);
