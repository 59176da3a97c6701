import { type SetStateAction, useDeferredValue, useState, useEffect, type ComponentProps, useRef } from 'react';
import type { Animal } from '#contract/animals.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily, whenPageIdle } from '#web/components/loading/lazily.ts';
import type { CardActions } from '#web/herd/animal/animal-card.tsx';
import { filterHerd } from '#web/herd/list/filter-herd.ts';
import { type HerdFilter, noFilter } from '#web/herd/list/herd-filter.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { today } from '#web/lib/text/today.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { AnimalGrid } from './animal-grid.tsx';
import { AnimalPrint } from './animal-print.tsx';
import { AnimalRows } from './animal-rows.tsx';
import { HerdParts } from './herd-parts.tsx';
import { activeIds, HerdToolbar } from './herd-toolbar.tsx';
import { useHerdView } from '#web/herd/list/herd-view.ts';
import { sortHerd } from './sort-herd.ts';
import { prepareToFind } from '#web/herd/list/find-animals.ts';
import { type Numbers, useNumbers } from '#web/herd/animal/use-numbers.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { useAnimalsInView } from '#web/herd/list/animals-in-view.ts';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { AnimalTable } from './animal-table.tsx';
import { columns, type OwnColumn, readHiddenColumns, storeHiddenColumns } from './columns.tsx';
import { useHerdFacts } from './use-herd-facts.ts';
import { Columns3 } from 'lucide-react';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

const ChosenBars = lazily(async () => (await import('./chosen-bars.tsx')).ChosenBars);
const ChosenLine = lazily(async () => (await import('./chosen-bars.tsx')).ChosenLine);
const NoAnimals = lazily(async () => (await import('./no-animals.tsx')).NoAnimals);

const tableMedia = '(width >= 768px) and (pointer: fine)';

/** The cards stand in an order that needs no more than the animals. */
const noFacts = () => ({ state: undefined, pregnancy: undefined, where: '', checkedOn: undefined });

/** A herd of so few needs no parts. */
const fewAnimals = 24;

interface HerdListProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  readonly onFilter: (change: Partial<HerdFilter>) => void;
  readonly onAdd: () => void;
  readonly actions: CardActions;
}

/** A herd of more than a few animals can be limited to a part of it, and any that an address limits. */
export function HerdList({ animals, ...props }: HerdListProps) {
  const list = (shown: readonly Animal[]) => <ListOf heads={animals.length} animals={shown} {...props} />;
  const { show, part } = props.filter;
  if ((animals.length <= fewAnimals && part === '') || show === 'outside') return list(animals);
  return (
    <HerdParts animals={animals} filter={props.filter}>
      {list}
    </HerdParts>
  );
}

interface ListOfProps extends HerdListProps {
  /** All animals, also those of which this list shows none. */
  readonly heads: number;
}

function ListOf({ heads, animals, filter, onFilter, onAdd, actions }: ListOfProps) {
  const numbers = usePreparedNumbers(animals, filter.search !== '');
  const view = useHerdView();
  // The button shows the chosen view at once; rendering the list follows.
  const shownView = useDeferredValue(view);
  const isPrinting = usePrinting();
  const isTable = useMedia(tableMedia);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const isOutside = filter.show === 'outside';
  const hasRows = shownView === 'rows' && !isTable;
  const found = filterHerd(animals, isOutside ? { ...filter, status: 'all', health: 'all' } : filter, numbers);
  const chosenAnimals = chosen.size === 0 ? [] : animals.filter(({ id }) => chosen.has(id));
  const select = (change: SetStateAction<ReadonlySet<string>>) => {
    if (!isOutside) setIsSelecting(true);
    setChosen(change);
  };
  const chooseNone = () => {
    setIsSelecting(false);
    setChosen(new Set());
  };
  const list = { animals: found, filter, onFilter, ...actions, ...(isOutside && { onHealth: undefined }) };
  return (
    <>
      <HerdToolbar
        heads={heads}
        found={found}
        chosen={chosenAnimals}
        isOutside={isOutside}
        view={view}
        onSelect={hasRows && !isOutside ? () => setIsSelecting(true) : undefined}
      />
      {found.length === 0 ? (
        <LoadedLater what="The list">
          <NoAnimals
            isEmptyFarm={heads === 0 && !isOutside}
            gone={isOutside ? [] : filterHerd(animals, { ...filter, status: 'all' }, numbers)}
            onAdd={onAdd}
            onShowGone={() => onFilter({ status: 'all' })}
            onShowAll={() => onFilter({ ...noFilter, show: filter.show, status: 'all' })}
          />
        </LoadedLater>
      ) : isPrinting ? (
        <AnimalPrint animals={found} />
      ) : shownView === 'cards' ? (
        <AnimalGrid label="Animals" {...list} animals={sortHerd(found, filter.sort, noFacts, today())} />
      ) : isTable ? (
        <HerdTable chosen={chosen} onChoose={setChosen} {...list} />
      ) : (
        <AnimalRows animals={found} filter={filter} chosen={isSelecting ? chosen : undefined} onChoose={select} />
      )}
      {(hasRows ? isSelecting : chosenAnimals.length > 0) && (
        <Chosen
          hasRows={hasRows}
          animals={chosenAnimals}
          found={found}
          onAll={() => setChosen(new Set([...chosen, ...activeIds(found)]))}
          onClose={chooseNone}
        />
      )}
    </>
  );
}

interface ChosenProps {
  readonly hasRows: boolean;
  readonly animals: readonly Animal[];
  readonly found: readonly Animal[];
  readonly onAll: () => void;
  readonly onClose: () => void;
}

const Chosen = ({ hasRows, animals, found, onAll, onClose }: ChosenProps) => (
  <LoadedLater what="The actions for the selected animals">
    {hasRows ? (
      <ChosenBars animalIds={activeIds(animals)} shown={activeIds(found).length} onAll={onAll} onClose={onClose} />
    ) : (
      <ChosenLine animalIds={activeIds(animals)} onClose={onClose} />
    )}
  </LoadedLater>
);

/**
 * The numbers by which animals are found. Where the farm is stored in this browser, the search index is built in the first idle
 * moment, so that the first key press does not wait for it.
 */
function usePreparedNumbers(animals: readonly Animal[], isSearching: boolean): Numbers {
  const [isPrepared, setIsPrepared] = useState(false);
  useEffect(() => whenPageIdle(() => localCopy() && setIsPrepared(true)), []);
  const numbers = useNumbers(isSearching || isPrepared);
  useEffect(() => {
    const left = new AbortController();
    if (isPrepared) void prepareToFind(animals, numbers, left.signal);
    return () => left.abort();
  }, [animals, numbers, isPrepared]);
  return numbers;
}

interface HerdTableProps extends CardActions, Pick<ComponentProps<typeof AnimalTable>, 'chosen' | 'onChoose'> {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  readonly onFilter: (change: Partial<HerdFilter>) => void;
}

function HerdTable({ animals, filter, onFilter, ...table }: HerdTableProps) {
  const factsOf = useHerdFacts();
  const [hidden, setHidden] = useState(readHiddenColumns);
  const shown = new Set((Object.keys(columns) as OwnColumn[]).filter((column) => !hidden.has(column)));
  const show = (column: OwnColumn, isShown: boolean) => {
    const next = new Set(hidden);
    if (isShown) next.delete(column);
    else next.add(column);
    storeHiddenColumns(next);
    setHidden(next);
  };
  const sorted = sortHerd(animals, filter.sort, factsOf, today());
  useListedAnimals(sorted);
  useAnimalsInView(() => {
    const active = sorted.filter(({ status }) => status === 'active').map(({ id }) => id);
    const picked = active.filter((id) => table.chosen.has(id));
    const focused = document.activeElement?.closest<HTMLElement>('[data-animal]')?.dataset['animal'];
    return picked.length > 0 ? picked : active.slice(Math.max(0, active.indexOf(focused ?? '')));
  });
  return (
    <AnimalTable
      animals={sorted}
      factsOf={factsOf}
      shown={shown}
      sort={filter.sort}
      onSort={(sort) => onFilter({ sort })}
      menu={<ColumnMenu shown={shown} onChange={show} />}
      {...table}
    />
  );
}

interface MenuProps {
  readonly shown: ReadonlySet<OwnColumn>;
  readonly onChange: (column: OwnColumn, isShown: boolean) => void;
}

function ColumnMenu({ shown, onChange }: MenuProps) {
  const menu = useRef<HTMLFieldSetElement>(null);
  return (
    <>
      <button
        type="button"
        aria-label="Columns"
        title="Columns"
        popoverTarget="herd-columns"
        className="grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-border"
        onClick={({ currentTarget }) => {
          if (menu.current) menu.current.style.top = `${currentTarget.getBoundingClientRect().bottom + 4}px`;
        }}
      >
        <Columns3 aria-hidden className="size-4" />
      </button>
      <fieldset
        ref={menu}
        id="herd-columns"
        popover="auto"
        aria-label="Columns"
        style={{ inset: 'auto 2rem auto auto' }}
        className="fixed m-0 rounded-lg border bg-popover px-4 py-1 text-popover-foreground shadow-float"
      >
        {(Object.keys(columns) as OwnColumn[]).map((column) => (
          <CheckboxLine
            key={column}
            isTight
            checked={shown.has(column)}
            onCheckedChange={(isShown) => onChange(column, isShown === true)}
          >
            {columns[column].label}
          </CheckboxLine>
        ))}
      </fieldset>
    </>
  );
}
