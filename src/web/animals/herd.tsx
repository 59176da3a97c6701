import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { AnimalsLoading } from '#web/herd/animals-loading.tsx';
import { Boundary } from '#web/components/boundary.tsx';
import { lazily } from '#web/components/lazily.ts';
import { failedPart } from '#web/components/load-failed.tsx';
import type { CardActions } from '#web/herd/animal-card.tsx';
import { outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { filterHerd } from '#web/herd/filter-herd.ts';
import { type HerdFilter, noFilter } from '#web/herd/herd-filter.ts';
import { useNumbers } from '#web/herd/use-numbers.ts';
import { count } from '#web/lib/format.ts';
import { usePrinting } from '#web/lib/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { AnimalGrid } from './animal-grid.tsx';
import { AnimalPrint } from './animal-print.tsx';
import { useHerdView } from './herd-view.ts';
import { NoAnimals } from './no-animals.tsx';
import { ViewSwitch } from './view-switch.tsx';

const AnimalRows = lazily(async () => (await import('./animal-rows.tsx')).AnimalRows);
const HerdTable = lazily(async () => (await import('./herd-table.tsx')).HerdTable);

interface HerdProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  readonly onFilter: (change: Partial<HerdFilter>) => void;
  readonly onAdd: () => void;
  readonly actions: CardActions;
}

export function Herd({ animals, filter, onFilter, onAdd, actions }: HerdProps) {
  const numbers = useNumbers(filter.search !== '');
  const view = useHerdView(animals.length);
  // The button shows at once which view was chosen; the list follows.
  const shownView = useDeferredValue(view);
  const isPrinting = usePrinting();
  const isTable = useMedia('(width >= 768px) and (pointer: fine)');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isOutside = filter.show === 'outside';
  const found = filterHerd(animals, isOutside ? { ...filter, status: 'all', health: 'all' } : filter, numbers);
  const chosenAnimals = chosen.size === 0 ? [] : animals.filter(({ id }) => chosen.has(id));
  const isChoosing = chosenAnimals.length > 0;
  const list = { animals: found, filter, onFilter, ...actions, ...(isOutside && { onHealth: undefined }) };
  return (
    <>
      <div className="mt-2 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-muted-foreground">
        <output>{animals.length > 0 && `Showing ${count(found.length)} of ${count(animals.length)}`}</output>
        {isOutside ? <BackToHerd /> : <OutsideParents />}
        {!isOutside && <WorkWithThese animals={isChoosing ? chosenAnimals : found} isChosen={isChoosing} />}
        {isChoosing && (
          <Button variant="ghost" size="small" onClick={() => setChosen(new Set())}>
            Choose none
          </Button>
        )}
        {animals.length > 0 && <ViewSwitch view={view} />}
      </div>
      {found.length === 0 ? (
        <NoAnimals
          isEmptyFarm={animals.length === 0 && !isOutside}
          gone={isOutside ? [] : filterHerd(animals, { ...filter, status: 'all' }, numbers)}
          onAdd={onAdd}
          onShowGone={() => onFilter({ status: 'all' })}
          onShowAll={() => onFilter({ ...noFilter, show: filter.show, status: 'all' })}
        />
      ) : isPrinting ? (
        <AnimalPrint animals={found} />
      ) : shownView === 'gallery' ? (
        <AnimalGrid label="Animals" {...list} />
      ) : (
        <Boundary renderFailure={failedPart('The list')}>
          <Suspense fallback={<AnimalsLoading />}>
            {isTable ? (
              <HerdTable chosen={chosen} onChoose={setChosen} {...list} />
            ) : (
              <AnimalRows animals={found} filter={filter} />
            )}
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

const lineLink =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline decoration-1 underline-offset-4 print:hidden';

function OutsideParents() {
  const { data: parents = [] } = useQuery(outsideParentsQuery);
  if (parents.length === 0) return null;
  return (
    <Link to="/animals" search={{ show: 'outside' }} className={lineLink}>
      Outside parents ({count(parents.length)})
    </Link>
  );
}

/** Hands over those that are shown and on the farm. */
function WorkWithThese({ animals, isChosen }: { animals: readonly Animal[]; isChosen: boolean }) {
  const animalIds = animals.flatMap(({ id, status }) => (status === 'active' ? id : []));
  if (animalIds.length === 0) return null;
  return (
    <Link to="/work/new" state={{ animalIds }} className={lineLink}>
      Work with {isChosen ? 'the chosen' : 'these'} {count(animalIds.length)}
    </Link>
  );
}

const BackToHerd = () => (
  <Link to="/animals" className={lineLink}>
    <ArrowLeft aria-hidden className="size-4" />
    Your animals
  </Link>
);
