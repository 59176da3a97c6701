import { type ComponentProps, useState, useRef } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { CardActions } from '#web/herd/animal/animal-card.tsx';
import { useAnimalsInView } from '#web/herd/list/animals-in-view.ts';
import type { HerdFilter } from '#web/herd/list/herd-filter.ts';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { today } from '#web/lib/text/today.ts';
import { AnimalTable } from './animal-table.tsx';
import { columns, type OwnColumn, readHiddenColumns, storeHiddenColumns } from './columns.tsx';
import { sortHerd } from './sort-herd.ts';
import { useHerdFacts } from './use-herd-facts.ts';
import { Columns3 } from 'lucide-react';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

interface HerdTableProps extends CardActions, Pick<ComponentProps<typeof AnimalTable>, 'chosen' | 'onChoose'> {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  readonly onFilter: (change: Partial<HerdFilter>) => void;
}

export function HerdTable({ animals, filter, onFilter, ...table }: HerdTableProps) {
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
