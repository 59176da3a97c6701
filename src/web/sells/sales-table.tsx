import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { cn } from '#web/ui/cn.ts';
import { keyAt, measureWhenObserved, useTop } from '#web/components/page/page-list.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { SaleCells, SaleEdits } from './sale-edits.ts';
import { rowGrid, SaleRow } from './sale-row.tsx';
import type { RowError } from './use-sale-edits.ts';

interface SalesTableProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly animals: readonly Animal[];
  readonly edits: SaleEdits;
  readonly errors: ReadonlyMap<string, RowError>;
  readonly onEdit: (animal: Animal, change: Partial<SaleCells>) => void;
  readonly onRevert: (animal: Animal, column: SaleColumn) => void;
  readonly onTakeTheirs: (id: string) => void;
  readonly onShowListing: (animal: Animal) => void;
  /** A new object for each request, so that the same row can be scrolled to again. */
  readonly goTo: { readonly id: string } | undefined;
}

const columns = ['Tag Number', 'Name', 'Sex', 'Birth Date', 'For Sale', 'Price', 'Description'];

const coveredPx = { top: 112, bottom: 96 };

export function SalesTable({
  ref,
  animals,
  edits,
  errors,
  onEdit,
  onRevert,
  onTakeTheirs,
  onShowListing,
  goTo,
}: SalesTableProps) {
  // The virtualizer is mutable, so the compiler's memoization would read stale values.
  'use no memo';
  const withheldOf = useWithheld();
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const isWide = useMedia('(width >= 75rem)');
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: animals.length,
    estimateSize: () => (isWide ? 61 : 65),
    getItemKey: (index) => keyAt(animals, index, ({ id }) => id),
    measureElement: measureWhenObserved,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: coveredPx.top,
    scrollPaddingEnd: coveredPx.bottom,
    directDomUpdates: true,
  });

  const [openId, setOpenId] = useState<string>();
  const toggle = useCallback(({ id }: Animal) => setOpenId((open) => (open === id ? undefined : id)), []);

  const focusCell = (index: number, column: SaleColumn) => {
    const animal = animals[index];
    if (!animal) return;
    setOpenId(animal.id);
    rows.scrollToIndex(index);
    focusWhenRendered(() => list.current?.querySelector(`[data-index="${index}"] [data-column="${column}"]`));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    const animal = cell && animals[cell.index];
    if (!animal || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // A number field shows invalid input until its value is set.
      if (cell.field instanceof HTMLInputElement && cell.field.validity.badInput) cell.field.value = '';
      onRevert(animal, cell.column);
      return;
    }
    const move = moveOf(event, cell.column);
    if (!move || (event.key !== 'Enter' && isAmongLines(cell.field, event.key))) return;
    event.preventDefault();
    focusCell(cell.index + move.rows, move.column);
  };

  useEffect(() => {
    if (goTo)
      focusCell(
        animals.findIndex(({ id }) => id === goTo.id),
        'price',
      );
    // Runs only for a new target row.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [goTo]);

  // Table elements cannot be virtualized and stacked as cards, so these are elements with table roles.
  /* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-static-element-interactions */
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="table"
      aria-label="Sales"
      aria-rowcount={animals.length + 1}
      className="rounded-xl outline-none border bg-card shadow-card"
    >
      <div role="rowgroup" className="sticky top-14 z-10 @max-[58rem]:sr-only">
        <div role="row" aria-rowindex={1} className={cn(rowGrid, 'rounded-t-xl border-b bg-secondary px-4 py-2.5')}>
          {columns.map((column) => (
            <div key={column} role="columnheader" className="text-sm font-semibold">
              {column}
            </div>
          ))}
        </div>
      </div>
      <div ref={list} onKeyDown={onKeyDown}>
        <div ref={rows.containerRef} role="rowgroup" className="relative">
          {rows.getVirtualItems().map((row) => {
            const animal = animals[row.index];
            return (
              animal && (
                <div
                  key={row.key}
                  ref={rows.measureElement}
                  role="row"
                  data-index={row.index}
                  aria-rowindex={row.index + 2}
                  className="absolute top-0 start-0 w-full"
                >
                  <SaleRow
                    animal={animal}
                    withheld={withheldOf(animal.id)}
                    edited={edits.get(animal.id)}
                    error={errors.get(animal.id)}
                    isOpen={openId === animal.id || errors.has(animal.id)}
                    onToggle={toggle}
                    onEdit={onEdit}
                    onTakeTheirs={onTakeTheirs}
                    onShowListing={onShowListing}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface Cell {
  readonly index: number;
  readonly column: SaleColumn;
  readonly field: HTMLElement;
}

function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const { column } = target.dataset;
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return column === undefined || index === undefined
    ? undefined
    : { index: Number(index), column: column as SaleColumn, field: target };
}

/** In a multi-line field the arrows move the caret and leave the cell only at its start or end, or when all text is selected. */
function isAmongLines(field: HTMLElement, key: string): boolean {
  if (!(field instanceof HTMLTextAreaElement) || field.scrollHeight < minMultiLinePx) return false;
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart === 0 && selectionEnd === value.length) return false;
  return key === 'ArrowUp' ? selectionStart > 0 : selectionEnd < value.length;
}

const minMultiLinePx = 60;

/** A distant row is rendered some frames after scrolling to it. */
function focusWhenRendered(find: () => Element | null | undefined, frames = 20): void {
  const cell = find();
  if (cell instanceof HTMLElement) {
    cell.focus({ preventScroll: true });
    // As in a spreadsheet, typing replaces the selected value.
    if (cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement) cell.select();
  } else if (frames > 0) {
    requestAnimationFrame(() => focusWhenRendered(find, frames - 1));
  }
}

type SaleColumn = keyof SaleCells;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

interface Move {
  readonly rows: number;
  readonly column: SaleColumn;
}

/**
 * As in a spreadsheet: up and down stay in the column, Enter and Shift+Enter change the row, left and right leave only a checkbox.
 * Undefined for keys that have their usual effect.
 */
function moveOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Key, column: SaleColumn): Move | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === 'Enter') return { rows: shiftKey ? -1 : 1, column };
  if (shiftKey) return undefined;
  if (key === 'ArrowDown') return { rows: 1, column };
  if (key === 'ArrowUp') return { rows: -1, column };
  if (key === 'ArrowRight' && column === 'forSale') return { rows: 0, column: 'price' };
  return undefined;
}
