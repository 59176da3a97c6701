import { Progress as Radix } from 'radix-ui';
import { cn } from '#web/lib/cn.ts';

interface ProgressProps {
  /** 0 to 100; more is shown as full. */
  value: number;
  label: string;
  tone?: 'default' | 'near' | 'full';
  className?: string;
}

const tones = { default: 'bg-primary', near: 'bg-status-sold', full: 'bg-destructive' } as const;

export function Progress({ value, label, tone = 'default', className }: ProgressProps) {
  const shown = Math.min(100, Math.max(0, value));
  return (
    <Radix.Root
      value={shown}
      aria-label={label}
      className={cn('h-2.5 w-full overflow-hidden rounded-full bg-secondary', className)}
    >
      <Radix.Indicator
        className={cn('h-full rounded-full transition-[width] duration-200', tones[tone])}
        style={{ width: `${shown}%` }}
      />
    </Radix.Root>
  );
}
