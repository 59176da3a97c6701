import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Worklist } from '#contract/worklists.ts';
import { progressOf } from '#domain/work/worklists.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { dayText } from '#web/herd/day-text.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { progressText } from './progress-text.ts';
import { entriesQuery } from './worklists.data.ts';

/** A link to the list, with its progress. */
export function WorklistLine({ worklist }: { worklist: Worklist }) {
  const { id, name, shared, createdAt, archivedAt } = worklist;
  const { data: entries } = useQuery(entriesQuery(id));
  const { data: herd = [] } = useQuery(animalsQuery);
  const here = new Set(herd.flatMap((animal) => (animal.status === 'active' ? animal.id : [])));
  const progress = entries && progressOf(worklist, entries, (animalId) => here.has(animalId));
  const day = shared.day ?? dayOf(createdAt);
  return (
    <li>
      <Link
        to="/work/$id"
        params={{ id }}
        className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-secondary focus-visible:-outline-offset-4"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {name}
          </span>
          <span className="block text-sm text-muted-foreground">
            {[
              ...(day === today() ? [] : [dayText(day, today())]),
              ...(progress ? [progressText(progress, archivedAt !== null)] : []),
            ].join(' · ')}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0" />
      </Link>
    </li>
  );
}
