import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { workInfo } from '#domain/records/works.ts';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { useStock } from '#web/farm-lists/use-stock.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Begin } from './work.page.tsx';

/** Loaded separately, because it contains the form of every kind of event. */
const NewWorkForm = lazilyPreloaded(async () => (await import('./new-work-form.tsx')).NewWorkForm);

export function NewWorkPage() {
  const { do: work } = useSearch({ from: '/shell/work/new' });
  const herd = useQuery(animalsQuery);
  const uses = useQuery(lastUsesQuery);
  const products = useQuery(productsQuery);
  const { stock, isLoading } = useStock(products.data ?? []);
  const isPending = isLoading || [herd, uses, products].some((query) => query.isPending);
  const title = work ? workInfo(work).label : 'Which task?';
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} back={{ to: '/work', label: 'Work' }} />
      {!work && <Begin />}
      {work && isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {work && herd.data && !isPending && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <NewWorkForm
            key={work}
            work={work}
            herd={herd.data}
            lastUses={uses.data ?? []}
            products={products.data ?? []}
            stock={stock}
          />
        </Suspense>
      )}
    </>
  );
}
