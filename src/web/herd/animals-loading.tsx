import type { Animal } from '#contract/animals.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AnimalCard } from './animal-card.tsx';
import { filterHerd, type HerdFilter, noFilter, searchable } from './herd-filter.ts';

interface LoadingProps {
  readonly first?: readonly Animal[];
  readonly filter?: HerdFilter;
}

export function AnimalsLoading({ first = [], filter = noFilter }: LoadingProps) {
  const known = filterHerd(searchable(first), filter);
  return (
    <div>
      <output className="my-2 flex min-h-11 items-center text-muted-foreground">Loading animals...</output>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
        {known.map((animal) => (
          // Inert, because the list that is loading would not contain a change.
          <div key={animal.id} inert className="min-w-0">
            <AnimalCard animal={animal} isFirst onEdit={notYet} onHealth={notYet} onDelete={notYet} />
          </div>
        ))}
        {Array.from({ length: 12 - known.length }, (_, place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}

const notYet = (): void => {};

const CardSkeleton = () => (
  <div aria-hidden className="rounded-xl border bg-card shadow-card">
    <div className="flex gap-4 p-4 pb-3">
      <Skeleton shape="control" className="size-22" />
      <div className="flex flex-1 flex-col gap-2.5">
        <Skeleton className="h-8 w-24 rounded-l-xl" />
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
