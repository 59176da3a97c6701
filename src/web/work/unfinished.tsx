import { useQuery } from '@tanstack/react-query';
import { WorklistLine } from './worklist-line.tsx';
import { worklistsQuery } from './worklists.data.ts';

/** Work that was started but not finished, to be continued. */
export function Unfinished({ className }: { className: string }) {
  const { data: worklists = [] } = useQuery(worklistsQuery);
  const open = worklists.filter(({ archivedAt }) => archivedAt === null);
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
