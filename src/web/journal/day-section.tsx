import type { ReactNode } from 'react';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';

interface DaySectionProps {
  readonly day: string;
  readonly heading: 'h2' | 'h3';
  readonly children: ReactNode;
}

/** The entries of one day, below its date, which stays in view while they are scrolled. */
export function DaySection({ day, heading: Heading, children }: DaySectionProps) {
  const now = today();
  return (
    <section aria-label={dayText(day, now)}>
      <Heading className="sticky top-0 z-10 flex min-h-11 items-center bg-secondary px-4 text-sm font-medium text-secondary-foreground">
        <time dateTime={day}>{day === now ? `${dayText(day, now)} · today` : dayText(day, now)}</time>
      </Heading>
      {children}
    </section>
  );
}
