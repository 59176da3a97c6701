import { useQuery } from '@tanstack/react-query';
import { LeaveButton } from '#web/components/leave-button.tsx';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { PlannerLink } from '#web/herd/page-links.tsx';
import { mateWords, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PutInForm } from './put-in-form.tsx';

export function PutInPage() {
  const title = `Put ${mateWords(useOnlySpecies()).male} in`;
  usePageTitle(title);
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  return (
    <div className="max-sm:-mt-6">
      <header className="mb-2 flex min-h-12 items-center gap-1">
        <LeaveButton to="/breeding/rams" />
        <h1 className="title text-xl sm:text-2xl">{title}</h1>
      </header>
      <p className="mb-3">
        <PlannerLink />
      </p>
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <PutInForm herd={herd.data} outside={outside} />}
    </div>
  );
}
