import { Skeleton } from '#web/ui/skeleton.tsx';

/** Has the layout of the content: cards, or rows of a herd. */
export function AnimalsLoading({ isRows = false }: { isRows?: boolean }) {
  return (
    <div>
      <output className="my-2 flex min-h-11 items-center text-muted-foreground">Loading animals...</output>
      {isRows ? (
        <div aria-hidden className="flex flex-col divide-y">
          {Array.from({ length: 12 }, (_, place) => (
            <Skeleton key={place} className="my-2 h-12 md:my-1.5 md:h-6" />
          ))}
        </div>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
          {Array.from({ length: 12 }, (_, place) => (
            <CardSkeleton key={place} />
          ))}
        </div>
      )}
    </div>
  );
}

const CardSkeleton = () => (
  <div aria-hidden className="rounded-xl border bg-card shadow-card">
    <div className="flex gap-4 p-4 pb-3">
      <Skeleton shape="control" className="size-22" />
      <div className="flex flex-1 flex-col gap-2.5">
        <Skeleton className="h-8 w-24 rounded-s-xl" />
        <Skeleton className="h-6 w-32" />
      </div>
    </div>
    <div className="flex gap-1.5 px-4 pt-3 pb-4">
      <Skeleton shape="pill" className="h-6.5 w-18" />
      <Skeleton shape="pill" className="h-6.5 w-12" />
      <Skeleton shape="pill" className="h-6.5 w-20" />
    </div>
    <div className="h-13.5 border-t" />
  </div>
);
