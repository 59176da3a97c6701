import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { EventIcon } from '#web/journal/event-icon.tsx';
import { mayRecord } from '#domain/members.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Unfinished } from './unfinished.tsx';
import { workNames, works } from '#domain/records/works.ts';
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

/** The kinds of work the person may do, one tap each. */
export function Begin() {
  const role = useFarmRole();
  const allowed = workNames.filter((work) => mayRecord(role, works[work].event));
  return (
    <nav aria-label="Start" className="mb-8 max-w-3xl print:hidden">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-2 sm:grid-cols-3">
        {allowed.map((work) => (
          <li key={work}>
            <Link
              to="/work/new"
              search={{ do: work }}
              state={true}
              className="flex min-h-16 items-center gap-3 rounded-xl border bg-card px-4 py-2 leading-tight font-medium hover:bg-secondary"
            >
              <EventIcon kind={works[work].event} />
              {works[work].label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
