import { useQuery } from '@tanstack/react-query';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Planner } from './planner.tsx';

const nobody: never[] = [];

/** Assigns a male to each female, with the inbreeding that their young would have. */
export function PlannerPage() {
  usePageTitle('Mating planner');
  const herd = useQuery(animalsQuery);
  const { data: outside = nobody } = useQuery(outsideParentsQuery);
  return (
    <>
      <PageHeader title="Mating planner" />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <Planner herd={herd.data} outside={outside} />}
    </>
  );
}
