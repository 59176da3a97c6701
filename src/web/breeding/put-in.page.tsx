import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '#web/components/page/page-header.tsx';
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
    <>
      <PageHeader title={title} back={{ to: '/breeding/rams', label: 'Males' }} />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <PutInForm herd={herd.data} outside={outside} />}
    </>
  );
}
