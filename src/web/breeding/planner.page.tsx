import { useQuery } from '@tanstack/react-query';
import { LeaveButton } from '#web/components/leave-button.tsx';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Planner } from './planner.tsx';

const nobody: never[] = [];

/** Assigns a male to each female, with the inbreeding that their young would have. */
export function PlannerPage() {
  usePageTitle('Mating planner');
  const herd = useQuery(animalsQuery);
  const { data: outside = nobody } = useQuery(outsideParentsQuery);
  return (
    <div className="max-sm:-mt-6">
      <header className="mb-2 flex min-h-12 items-center gap-1">
        <span className="print:hidden">
          <LeaveButton to="/breeding" />
        </span>
        <h1 className="title text-xl sm:text-2xl">Mating planner</h1>
      </header>
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <Planner herd={herd.data} outside={outside} />}
    </div>
  );
}
