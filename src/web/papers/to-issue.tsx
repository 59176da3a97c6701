import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addDays } from '#domain/dates.ts';
import { newestPapers, papersDue, paperText, salesDays } from '#domain/papers-due.ts';
import { plural } from '#domain/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { read } from '#web/lib/query.ts';
import { today } from '#web/lib/today.ts';
import { Button } from '#web/ui/button.tsx';

/** Sales of the last days whose papers are still to be issued. */
export function ToIssue() {
  const now = today();
  const { data: sales = [] } = useQuery(eventsQuery({ kinds: ['sale', 'slaughter'], from: addDays(now, -salesDays) }));
  const { data: papers } = useQuery(read('listPapers', { query: { limit: newestPapers } }));
  const { due } = papersDue({ animals: [], numbers: [], sales, papers, postponed: new Map(), registrationDays: null }, now);
  if (due.length === 0) return null;
  return (
    <section aria-labelledby="to-issue" className="mb-6 max-w-4xl print:hidden">
      <h2 id="to-issue" className="mb-1.5 font-medium">
        Still to be issued
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border bg-card">
        {due.map(({ subject, day, animalIds, sale }) => (
          <li key={subject} className="flex flex-wrap items-center gap-2 px-4 py-2">
            <span dir="auto" className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {paperText({ sale })} · {plural(animalIds.length, 'animal')}
              <span className="block text-sm text-muted-foreground">
                Sold{sale?.buyer == null ? '' : ` to ${sale.buyer}`}, {dayText(day, now)}
              </span>
            </span>
            <Button asChild variant="secondary">
              <Link to="/receipt" search={{ day, ...(sale?.buyer != null && { buyer: sale.buyer }) }}>
                Issue
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
