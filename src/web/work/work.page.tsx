import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EventIcon } from '#web/journal/event-icon.tsx';
import { mayRecord } from '#domain/accounts/members.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { foldedSummary } from '#web/ui/text-link.ts';
import { Unfinished } from './unfinished.tsx';
import { type Work, works } from '#domain/records/works.ts';
import { WorklistLine } from './worklist-line.tsx';
import { worklistsQuery } from './worklists.data.ts';

const finishedShown = 5;

export function WorkPage() {
  usePageTitle('Work');
  const query = useQuery(worklistsQuery);
  const { data: worklists = [], isError } = query;
  const finished = worklists.filter(({ archivedAt }) => archivedAt !== null).slice(0, finishedShown);
  return (
    <>
      <PageHeader title="Work" subtitle="The same task for many animals" />
      <Unfinished className="mb-6 max-w-3xl" />
      <Begin />
      {isError && <QueryFailed what="The work you started" query={query} />}
      {finished.length > 0 && (
        <section aria-labelledby="finished" className="max-w-3xl">
          <h2 id="finished" className="mb-1.5 font-medium">
            Finished
          </h2>
          <ul className="divide-y overflow-hidden rounded-xl border bg-card">
            {finished.map((worklist) => (
              <WorklistLine key={worklist.id} worklist={worklist} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const often = ['weigh', 'vaccinate', 'treat', 'move', 'hooves', 'count'] as const satisfies Work[];

const others = {
  Health: ['famacha', 'bodyCondition', 'eggCount', 'pooledEggs'],
  Breeding: ['pregnancyCheck', 'wean', 'weighAtWeaning'],
  Herd: ['sort', 'sell', 'shear'],
} as const satisfies Record<string, Work[]>;

/** The kinds of work that the person may do: the frequent ones at once, all others behind one tap. */
export function Begin() {
  const role = useFarmRole();
  const isAllowed = (work: Work) => mayRecord(role, works[work].event);
  const groups = Object.entries<readonly Work[]>(others).flatMap(([name, all]) => {
    const allowed = all.filter(isAllowed);
    return allowed.length > 0 ? [{ name, allowed }] : [];
  });
  return (
    <nav aria-label="Start" className="mb-8 max-w-3xl print:hidden">
      <ul className={tiles}>
        {often.filter(isAllowed).map((work) => (
          <Tile key={work} work={work}>
            <EventIcon kind={works[work].event} />
          </Tile>
        ))}
      </ul>
      {groups.length > 0 && (
        <details className="mt-1">
          <summary className={foldedSummary}>All tasks</summary>
          {groups.map(({ name, allowed }) => (
            <section key={name} aria-label={name} className="mt-2 mb-4">
              <h2 className="mb-1.5 text-sm font-semibold text-muted-foreground">{name}</h2>
              <ul className={tiles}>
                {allowed.map((work) => (
                  <Tile key={work} work={work} />
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
    </nav>
  );
}

const tiles = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-2 sm:grid-cols-3';

const Tile = ({ work, children }: { readonly work: Work; readonly children?: ReactNode }) => (
  <li>
    <Link
      to="/work/new"
      search={{ do: work }}
      state={true}
      className="flex min-h-16 items-center gap-3 rounded-xl border bg-card px-4 py-2 leading-tight font-medium hover:bg-secondary"
    >
      {children}
      {works[work].label}
    </Link>
  </li>
);
