import { useQuery } from '@tanstack/react-query';
import { mayRecord } from '#domain/accounts/members.ts';
import { works } from '#domain/records/works.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { WorklistLine } from './worklist-line.tsx';
import { worklistsQuery } from './worklists.data.ts';

/** Work that was started but not finished, if the person may continue it. */
export function Unfinished({ className }: { className: string }) {
  const { data: worklists = [] } = useQuery(worklistsQuery);
  const role = useFarmRole();
  const open = worklists.filter(({ work, archivedAt }) => archivedAt === null && mayRecord(role, works[work].event));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="unfinished" className={className}>
      <h2 id="unfinished" className="mb-1.5 flex items-center gap-2 font-medium">
        Unfinished
        <span className="rounded-md bg-straw px-2 font-normal text-straw-foreground">{open.length}</span>
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border bg-card">
        {open.map((worklist) => (
          <WorklistLine key={worklist.id} worklist={worklist} />
        ))}
      </ul>
    </section>
  );
}
