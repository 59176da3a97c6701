import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileUp, Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import type { Animal } from '#contract/animals.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import type { CardActions } from '#web/herd/animal-card.tsx';
import { AnimalGrid } from './animal-grid.tsx';
import { AnimalsLoading } from '#web/herd/animals-loading.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { filterHerd } from '#web/herd/filter-herd.ts';
import { type HerdFilter, noFilter } from '#web/herd/herd-filter.ts';
import { useNumbers } from '#web/herd/use-numbers.ts';
import { HerdFilterBar } from './herd-filter-bar.tsx';
import { NoAnimals } from './no-animals.tsx';
import { useAnimalDialogs } from './use-animal-dialogs.tsx';
import { useHerdFilter } from './use-herd-filter.ts';

export function AnimalsPage() {
  const [filter, changeFilter] = useHerdFilter();
  const shownFilter = useDeferredValue(filter);
  const isOutside = filter.show === 'outside';
  const animals = useQuery(isOutside ? outsideParentsQuery : animalsQuery);
  const { add, actions, dialogs } = useAnimalDialogs();
  return (
    <>
      <PageHeader
        title="Animals"
        subtitle={isOutside ? 'Parents that your farm does not keep' : 'Manage your livestock inventory'}
        actions={
          !isOutside && (
            <>
              <Button asChild variant="outline">
                <Link to="/animals/import">
                  <FileUp aria-hidden />
                  Import
                </Link>
              </Button>
              <Button onClick={add}>
                <Plus aria-hidden />
                Add Animal
              </Button>
            </>
          )
        }
      />
      <HerdFilterBar filter={filter} onChange={changeFilter} />
      {animals.isPending && <AnimalsLoading />}
      {animals.isError && (
        <LoadFailed what="The animals" error={animals.error} busy={animals.isFetching} onRetry={() => void animals.refetch()} />
      )}
      {animals.data && <Herd animals={animals.data} filter={shownFilter} onFilter={changeFilter} onAdd={add} actions={actions} />}
      {dialogs}
    </>
  );
}

interface HerdProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  readonly onFilter: (change: Partial<HerdFilter>) => void;
  readonly onAdd: () => void;
  readonly actions: CardActions;
}

function Herd({ animals, filter, onFilter, onAdd, actions }: HerdProps) {
  const numbers = useNumbers(filter.search !== '');
  const isOutside = filter.show === 'outside';
  const found = filterHerd(animals, isOutside ? { ...filter, status: 'all', health: 'all' } : filter, numbers);
  return (
    <>
      <div className="mt-2 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-muted-foreground">
        <output>{animals.length > 0 && `Showing ${count(found.length)} of ${count(animals.length)}`}</output>
        {isOutside ? <BackToHerd /> : <OutsideParents />}
        {!isOutside && <WorkWithThese animals={found} />}
      </div>
      {found.length === 0 ? (
        <NoAnimals
          isEmptyFarm={animals.length === 0 && !isOutside}
          gone={isOutside ? [] : filterHerd(animals, { ...filter, status: 'all' }, numbers)}
          onAdd={onAdd}
          onShowGone={() => onFilter({ status: 'all' })}
          onShowAll={() => onFilter({ ...noFilter, show: filter.show, status: 'all' })}
        />
      ) : (
        <AnimalGrid animals={found} label="Animals" {...actions} {...(isOutside && { onHealth: undefined })} />
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
function WorkWithThese({ animals }: { animals: readonly Animal[] }) {
  const animalIds = animals.flatMap(({ id, status }) => (status === 'active' ? id : []));
  if (animalIds.length === 0) return null;
  return (
    <Link to="/work/new" state={{ animalIds }} className={lineLink}>
      Work with these {count(animalIds.length)}
    </Link>
  );
}

const BackToHerd = () => (
  <Link to="/animals" className={lineLink}>
    <ArrowLeft aria-hidden className="size-4" />
    Your animals
  </Link>
);
