import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, Ellipsis, HeartPulse, Pencil } from 'lucide-react';
import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  memo,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useMemo,
  useRef,
} from 'react';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { useTop } from '#web/components/page/page-list.tsx';
import type { CardActions } from '#web/herd/animal/animal-card.tsx';
import { useCurrentAnimal } from '#web/herd/list/animals-in-view.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import type { HerdColumn, HerdFilter } from '#web/herd/list/herd-filter.ts';
import { today } from '#web/lib/text/today.ts';
import { cn } from '#web/ui/cn.ts';
import { useMedia } from '#web/ui/use-media.ts';
import {
  choiceWidth,
  columns,
  fittingColumns,
  isNarrowRoom,
  menuWidth,
  type OwnColumn,
  tagWidthIn,
  widthIn,
} from './columns.tsx';
import type { FactsOf, HerdFacts } from './use-herd-facts.ts';
import { useMeasured } from './use-measured.ts';

interface TableProps extends CardActions {
  readonly animals: readonly Animal[];
  readonly factsOf: FactsOf;
  readonly shown: ReadonlySet<OwnColumn>;
  readonly sort: HerdFilter['sort'];
  readonly onSort: (sort: HerdFilter['sort']) => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
  /** Shown at the end of the table head. */
  readonly menu: ReactNode;
}

const rowRem = 2.25;

/** For mouse and keyboard; touch screens get the rows of a phone. */
export function AnimalTable({ animals, factsOf, shown, sort, onSort, chosen, onChoose, menu, ...actions }: TableProps) {
  // The virtualizer is mutable, so the compiler's memoization would read stale values.
  'use no memo';
  const body = useRef<HTMLTableSectionElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const lastChosen = useRef(0);
  const top = useTop(body);
  // The height of what is sticky above the table: the header and the search, on a wide screen with its filters.
  const isWide = useMedia('(width >= 64rem)');
  const [width, pixels] = useMeasured(table, widthAndRem, usualWidthAndRem);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: animals.length,
    estimateSize: () => rowRem * pixels,
    overscan: 8,
    scrollMargin: top,
  });
  const room = width / pixels;
  const longest = useMemo(() => animals.reduce((most, { tagNumber }) => Math.max(most, tagNumber.length), 0), [animals]);
  const tagWidth = tagWidthIn(room, longest);
  const fitting = fittingColumns(shown, room, tagWidth);
  const items = rows.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  const now = today();
  const current = useCurrentAnimal();

  const choose = useCallback(
    (index: number, withAllFromLast: boolean) => {
      const [from = index, to = index] = withAllFromLast ? [lastChosen.current, index].toSorted((a, b) => a - b) : [];
      lastChosen.current = index;
      onChoose((before) => {
        const next = new Set(before);
        const isOn = !before.has(animals[index]?.id ?? '');
        for (const { id } of animals.slice(from, to + 1)) {
          if (isOn) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    },
    [animals, onChoose],
  );
  const areAllChosen = animals.length > 0 && animals.every(({ id }) => chosen.has(id));

  return (
    <table
      ref={table}
      aria-label="Animals"
      aria-rowcount={animals.length + 1}
      style={{ borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' }}
      className="w-full text-start text-sm"
    >
      <thead className="sticky z-10 bg-background" style={{ top: isWide ? '7.5rem' : '6.75rem' }}>
        <tr className="relative">
          <th style={{ width: `${choiceWidth}rem` }} className={headCell}>
            <TableCheckbox
              label="Select all"
              isOn={areAllChosen}
              onToggle={() => onChoose(areAllChosen ? new Set() : new Set(animals.map(({ id }) => id)))}
            />
          </th>
          <Head column="tag" label="Tag" width={tagWidth} {...{ sort, onSort }} />
          <Head column="name" label="Name" {...{ sort, onSort }} />
          {fitting.map((column) => (
            <Head
              key={column}
              column={column}
              {...columns[column]}
              width={widthIn(room, columns[column])}
              {...{ sort, onSort }}
            />
          ))}
          <th className={headCell} style={{ width: `${menuWidth}rem` }}>
            {menu}
          </th>
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what has the focus is in its rows */}
      <tbody ref={body} onKeyDown={moveByArrows}>
        {above > 0 && <tr aria-hidden style={{ height: above }} />}
        {items.map(({ index }) => {
          const animal = animals[index];
          return (
            animal && (
              <Row
                key={animal.id}
                animal={animal}
                facts={factsOf(animal)}
                index={index}
                now={now}
                columnNames={fitting.join()}
                isNarrow={isNarrowRoom(room)}
                isChosen={chosen.has(animal.id)}
                isCurrent={animal.id === current}
                onChoose={choose}
                {...actions}
              />
            )
          );
        })}
        {below > 0 && <tr aria-hidden style={{ height: below }} />}
      </tbody>
    </table>
  );
}

const headCell = 'h-8 border-b px-2 font-medium text-muted-foreground';

interface HeadProps {
  readonly column: HerdColumn;
  readonly label: string;
  readonly width?: number;
  readonly isNumber?: true;
  readonly sort: HerdFilter['sort'];
  readonly onSort: TableProps['onSort'];
}

function Head({ column, label, width, isNumber, sort, onSort }: HeadProps) {
  // Without a choice the list is in the order of the tags.
  const direction =
    sort === column || (sort === '' && column === 'tag') ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
  const next = direction === undefined ? column : direction === 'ascending' ? (`-${column}` as const) : '';
  return (
    <th
      aria-sort={direction}
      className={cn(headCell, isNumber && 'text-end')}
      style={{ width: width === undefined ? undefined : `${width}rem` }}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className="inline-flex h-8 max-w-full items-center gap-1 hover:underline"
      >
        <span dir="auto" className="truncate">
          {label}
        </span>
        {direction && (
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0"
            style={{ rotate: direction === 'ascending' ? '180deg' : undefined }}
          />
        )}
      </button>
    </th>
  );
}

interface RowProps extends CardActions {
  readonly animal: Animal;
  readonly facts: HerdFacts;
  readonly index: number;
  readonly now: CalendarDate;
  /** One string, so that rows are not rendered again while the columns stay the same. */
  readonly columnNames: string;
  readonly isNarrow: boolean;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: (index: number, withAllFromLast: boolean) => void;
}

const Row = memo(
  function Row({ animal, facts, index, now, columnNames, isNarrow, isChosen, isCurrent, onChoose, ...actions }: RowProps) {
    const name = fullName(animal);
    return (
      <tr
        aria-rowindex={index + 2}
        aria-current={isCurrent || undefined}
        data-animal={animal.id}
        onClick={openFrom}
        className={cn(
          'relative h-9 cursor-pointer hover:bg-secondary',
          isChosen && 'bg-accent',
          isCurrent && 'bg-accent font-medium',
        )}
      >
        <td className={cell}>
          <TableCheckbox label={`Select ${name}`} isOn={isChosen} onToggle={(withAll) => onChoose(index, withAll)} />
        </td>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the tag is its label */}
        <td className={cell}>
          <Link to="/animals/$id" params={{ id: animal.id }} className="flex w-fit max-w-full">
            <EarTag isSmall>{animal.tagNumber}</EarTag>
          </Link>
        </td>
        <td className={cell}>{animal.name}</td>
        {(columnNames === '' ? [] : (columnNames.split(',') as OwnColumn[])).map((column) => (
          <td key={column} className={cn(cell, columns[column].isNumber && 'text-end')}>
            {columns[column].cell(animal, facts, now, isNarrow)}
          </td>
        ))}
        <td className="border-b">
          <RowActions animal={animal} name={name} {...actions} />
        </td>
      </tr>
    );
  },
  // The handlers do the same in every render, so they are not compared.
  (a, b) =>
    a.animal === b.animal &&
    a.facts === b.facts &&
    a.index === b.index &&
    a.now === b.now &&
    a.columnNames === b.columnNames &&
    a.isNarrow === b.isNarrow &&
    a.isChosen === b.isChosen &&
    a.isCurrent === b.isCurrent &&
    a.onChoose === b.onChoose,
);

/** A click anywhere in a row does what a click on its tag does; its controls keep theirs. */
function openFrom({ target, currentTarget }: ReactMouseEvent<HTMLElement>): void {
  if (!(target as Element).closest('a, button, input')) currentTarget.querySelector('a')?.click();
}

const cell = 'truncate border-b px-2';

const RowActions = ({ animal, name, onEdit, onHealth, onDelete }: CardActions & { animal: Animal; name: string }) => (
  <div className="flex items-center justify-end">
    {onEdit && (
      <RowAction label={`Edit ${name}`} onPress={() => onEdit(animal)}>
        <Pencil aria-hidden className="size-4" />
      </RowAction>
    )}
    {onHealth && (
      <RowAction label={`Health of ${name}`} onPress={() => onHealth(animal)}>
        <HeartPulse aria-hidden className="size-4" />
      </RowAction>
    )}
    {onDelete && (
      <RowAction label={`More: delete ${name}`} onPress={() => onDelete(animal)}>
        <Ellipsis aria-hidden className="size-4" />
      </RowAction>
    )}
  </div>
);

const RowAction = ({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-border"
  >
    {children}
  </button>
);

interface TableCheckboxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (withShift: boolean) => void;
}

const TableCheckbox = ({ label, isOn, onToggle }: TableCheckboxProps) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={isOn}
    onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
    className="block size-4 cursor-pointer"
    style={{ accentColor: 'var(--color-primary)' }}
  />
);

/** Moves the focus to another row, in the same column. */
function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.target as HTMLElement;
  const row = control.closest('tr');
  const controls = (of: Element | null | undefined) => of?.querySelectorAll<HTMLElement>('a, button, input') ?? [];
  const target = [...controls(row?.[step[event.key]])][[...controls(row)].indexOf(control)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** The width of the element, and the number of pixels in a rem. */
const widthAndRem = ({ clientWidth }: HTMLElement): readonly [width: number, pixels: number] => [
  clientWidth,
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
];

const usualWidthAndRem = [960, 16] as const;
