import { useQuery } from '@tanstack/react-query';
import { BackLink } from '#web/components/page/back-link.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { mateWords, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PutInForm } from './put-in-form.tsx';

export function PutInPage() {
  const { male, female } = mateWords(useOnlySpecies());
  const title = `Put a ${male} with ${female}s`;
  usePageTitle(title);
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  return (
    <div className="max-sm:-mt-6">
      <header className="mb-2 flex min-h-12 items-center gap-3">
        <BackLink to="/breeding/rams" label="Males" />
        <h1 className="title text-xl sm:text-2xl">{title}</h1>
      </header>
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <PutInForm herd={herd.data} outside={outside} />}
    </div>
  );
}
