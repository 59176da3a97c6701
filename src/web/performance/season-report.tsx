import { LoadFailed } from '#web/components/loading/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { hasSeason, SeasonView } from './season-view.tsx';
import { usePerformance } from './use-performance.ts';

/** The last season, at the top of the reports. Empty for a farm without one. */
export function SeasonReport() {
  const { data, failed, retry } = usePerformance();
  if (failed) return <LoadFailed what="The season" error={failed.error} busy={failed.isFetching} onRetry={retry} />;
  if (!data) return <Skeleton shape="card" className="h-64" />;
  return (
    hasSeason(data) && (
      <div>
        <SeasonView performance={data} />
      </div>
    )
  );
}
