import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { CalendarDate } from '#domain/values/dates.ts';
import type { ReturnWatch } from '#domain/breeding/heat-watch.ts';
import { plural } from '#domain/values/plural.ts';

interface ReturnsDueProps {
  readonly returns: readonly ReturnWatch[];
  readonly today: CalendarDate;
  readonly className: string;
}

/** The number of females that would be in heat again today if not pregnant; a tap lists them. */
export function ReturnsDue({ returns, today, className }: ReturnsDueProps) {
  const now = returns.filter(({ from }) => from <= today).length;
  if (now === 0) return null;
  return (
    <Link
      to="/births"
      search={{ show: 'heat' }}
      className={`flex min-h-14 items-center gap-3 rounded-xl border bg-card px-4 py-2 hover:bg-secondary ${className}`}
    >
      <span className="min-w-0 flex-1">Back in heat? · {plural(now, 'female')}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  );
}
