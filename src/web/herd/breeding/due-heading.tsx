import { ClockAlert } from 'lucide-react';
import type { DuePart } from '#domain/breeding/due-births.ts';
import { count } from '#web/lib/text/format.ts';
import { cn } from '#web/ui/cn.ts';

const titles: Readonly<Record<DuePart, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  window: 'Any day now',
  week: 'This week',
  later: 'Later',
};

interface DueHeadingProps {
  readonly id: string;
  readonly part: DuePart;
  readonly size: number;
  readonly className: string;
}

export function DueHeading({ id, part, size, className }: DueHeadingProps) {
  const isLate = part === 'overdue';
  return (
    <h2 id={id} className={cn('flex items-center gap-2 font-medium', isLate && 'text-destructive', className)}>
      {isLate && <ClockAlert aria-hidden className="size-5" />}
      {titles[part]}
      <span
        className={cn(
          'font-normal',
          part === 'today' ? 'rounded-md bg-straw px-2 text-straw-foreground' : !isLate && 'text-muted-foreground',
        )}
      >
        {count(size)}
      </span>
    </h2>
  );
}
