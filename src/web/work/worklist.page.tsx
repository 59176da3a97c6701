import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { LoadFailed } from '#web/components/loading/load-failed.tsx';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { useAwakeScreen } from '#web/lib/device/use-awake-screen.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { OpenWorklist } from './open-worklist.tsx';
import { entriesQuery, worklistsQuery } from './worklists.data.ts';

/** Work started earlier can be continued on any phone of the farm. */
export function WorklistPage() {
  useAwakeScreen();
  const { id } = useParams({ from: '/shell/work/$id' });
  const worklists = useQuery(worklistsQuery);
  const herd = useQuery(animalsQuery);
  const entries = useQuery(entriesQuery(id));
  // Recording needs the product's withdrawals, so nothing is recorded before they are known.
  const products = useQuery(productsQuery);
  const worklist = worklists.data?.find((each) => each.id === id);
  usePageTitle(worklist?.name ?? 'Work');
  const queries = [worklists, herd, entries, products];
  const failed = queries.find(({ isError }) => isError);
  if (failed)
    return <LoadFailed what="This work" error={failed.error} busy={failed.isFetching} onRetry={() => retryFailed(queries)} />;
  if (!worklists.data || !herd.data || !entries.data || !products.data) return <Skeleton className="h-64" />;
  if (!worklist) return <NoSuchWork />;
  return <OpenWorklist key={id} worklist={worklist} herd={herd.data} recorded={entries.data} products={products.data} />;
}

const NoSuchWork = () => (
  <EmptyState drawing={<BrokenFence />} title="This work was not found" action={<LinkButton to="/work">All work</LinkButton>}>
    It may have been undone, or it belongs to another farm.
  </EmptyState>
);
