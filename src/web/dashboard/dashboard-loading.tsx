import { AnimalsLoading } from '#web/herd/animals-loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function DashboardLoading() {
  return (
    <>
      <Skeleton shape="card" className="h-19" />
      <Skeleton shape="card" className="h-20 sm:hidden" />
      <div aria-hidden className="grid grid-cols-2 gap-4 max-sm:hidden lg:grid-cols-4">
        {['total', 'healthy', 'for sale', 'males'].map((stat) => (
          <div key={stat} className="flex h-35 flex-col gap-3 rounded-xl border bg-card px-5 py-4 shadow-card">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-9 w-16" />
            <Skeleton className="h-4 w-28" />
          </div>
        ))}
      </div>
      <AnimalsLoading />
    </>
  );
}
