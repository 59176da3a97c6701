import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Animal } from '#contract/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { measureWhenObserved, useTop } from '#web/components/page/page-list.tsx';
import { AnimalCard, type CardActions } from '#web/herd/animal/animal-card.tsx';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { useNotLookedAt, useWithheld } from '#web/herd/care/withheld.ts';
import { AnimalPrint } from './animal-print.tsx';
import { useMeasured } from './use-measured.ts';

interface GridProps extends CardActions {
  readonly animals: readonly Animal[];
  readonly label: string;
}

export function AnimalGrid(props: GridProps) {
  const isPrinting = usePrinting();
  useListedAnimals(props.animals);
  return isPrinting ? <AnimalPrint animals={props.animals} /> : <WindowedGrid {...props} />;
}

const narrowestCard = 304;
const gap = 16;

function WindowedGrid({ animals, label, ...actions }: GridProps) {
  // The virtualizer mutates inside, so that a memoized reading of it would be stale.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const withheldOf = useWithheld();
  const isUnseen = useNotLookedAt();
  const columns = useMeasured(list, columnsIn, 1);
  const top = useTop(list);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: Math.ceil(animals.length / columns),
    estimateSize: () => 214,
    measureElement: measureWhenObserved,
    gap,
    overscan: 3,
    scrollMargin: top,
    directDomUpdates: true,
  });
  // No native list element allows rows between the list and its items, so these are elements with list roles.
  /* oxlint-disable jsx-a11y/prefer-tag-over-role */
  return (
    <div ref={list} role="list" aria-label={label}>
      <div ref={rows.containerRef} role="presentation" className="relative">
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            role="presentation"
            className={cn('absolute top-0 start-0 grid w-full gap-4', columnLooks[columns])}
          >
            {animals.slice(row.index * columns, (row.index + 1) * columns).map((animal, column) => (
              <div
                key={animal.id}
                role="listitem"
                aria-setsize={animals.length}
                aria-posinset={row.index * columns + column + 1}
                className="min-w-0"
              >
                <AnimalCard
                  animal={animal}
                  withheld={withheldOf(animal.id)}
                  isUnseen={isUnseen(animal)}
                  isFirst={row.index === 0}
                  {...actions}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const maxColumns = 5;
const columnLooks: Readonly<Record<number, string>> = {
  1: 'grid-cols-1',
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
};

const columnsIn = ({ clientWidth }: HTMLElement): number =>
  Math.min(maxColumns, Math.max(1, Math.floor((clientWidth + gap) / (narrowestCard + gap))));
