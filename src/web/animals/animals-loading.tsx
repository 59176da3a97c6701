import { Skeleton } from '#web/ui/skeleton.tsx';

/** Cards to be, in their places, while the animals are on their way. */
export function AnimalsLoading() {
  return (
    <div>
      <output className="mb-4 block text-muted-foreground">Loading animals...</output>
      <div aria-hidden className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
        {Array.from({ length: 12 }, (_, place) => (
          <div key={place} className="rounded-xl border bg-card shadow-card">
            <div className="flex gap-4 p-4">
              <Skeleton className="size-24 rounded-lg sm:size-28" />
              <div className="flex flex-1 flex-col gap-2.5">
                <Skeleton className="h-8 w-24 rounded-l-xl" />
                <Skeleton className="h-6 w-32" />
                <Skeleton className="h-6 w-40 max-w-full rounded-full" />
                <Skeleton className="h-6 w-28 rounded-full" />
              </div>
            </div>
            <div className="h-13.5 border-t" />
          </div>
        ))}
      </div>
    </div>
  );
}
