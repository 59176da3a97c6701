import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { groupThousands } from '#domain/values/money.ts';
import { Button } from './button.tsx';
import type { FieldControl } from './field.tsx';
import { type ListboxOption, ListboxSearch, useListbox } from './listbox.tsx';

interface ChecklistProps extends FieldControl {
  ref?: Ref<HTMLInputElement>;
  options: readonly ListboxOption[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  searchPlaceholder: string;
  emptyText: string;
}

/** In pixels, until a row is measured: large letters and long names make it higher. */
const rowEstimate = 48;

export function Checklist({ options, chosen, onChange, searchPlaceholder, emptyText, ...control }: ChecklistProps) {
  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };

  const listbox = useListbox({ options, pageSize: 5, picksWithSpace: true, onPick: toggle });
  const { found } = listbox;
  const ofAll = found.filter(({ isExcludedFromAll }) => !isExcludedFromAll);

  return (
    <div className="group/checklist overflow-hidden rounded-lg border border-input bg-card focus-within:border-ring focus-within:outline-2 focus-within:outline-ring">
      <ListboxSearch {...listbox.search} {...control} placeholder={searchPlaceholder} className="text-ellipsis" />
      <Rows listbox={listbox} label={searchPlaceholder} chosen={chosen} />
      {found.length === 0 && <p className="px-4 py-3 text-muted-foreground">{emptyText}</p>}
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 border-t ps-4" hidden={options.length === 0}>
        <output className="me-auto py-2 text-sm font-semibold">{groupThousands(chosen.size)} selected</output>
        {ofAll.length > 1 && ofAll.some(({ value }) => !chosen.has(value)) && (
          <Button variant="ghost" size="small" onClick={() => onChange(new Set([...chosen, ...ofAll.map(({ value }) => value)]))}>
            Select all {groupThousands(ofAll.length)}
          </Button>
        )}
        {chosen.size > 0 && (
          <Button variant="ghost" size="small" onClick={() => onChange(new Set())}>
            Clear selection
          </Button>
        )}
      </div>
    </div>
  );
}

interface RowsProps {
  readonly listbox: ReturnType<typeof useListbox>;
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
}

function Rows({ listbox: { shown: options, activeIndex, list, option }, label, chosen }: RowsProps) {
  // The virtualizer is mutable, so the compiler's memoization would read stale values.
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowEstimate,
    overscan: 6,
  });
  useEffect(() => {
    if (activeIndex >= 0) rows.scrollToIndex(activeIndex);
  }, [activeIndex, rows]);

  return (
    <div ref={scroller} className="max-h-72 overflow-y-auto overscroll-contain">
      <div {...list} aria-label={label} aria-multiselectable className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const shown = options[row.index];
          if (!shown) return null;
          const isChosen = chosen.has(shown.value);
          return (
            // Focus stays in the search field; the keyboard reaches the rows from there.
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
            <div
              key={shown.value}
              {...option(shown, isChosen)}
              ref={rows.measureElement}
              data-index={row.index}
              aria-setsize={options.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)` }}
              onMouseDown={(event) => event.preventDefault()}
              className="absolute top-0 start-0 flex min-h-12 w-full cursor-pointer items-center gap-3 px-3 py-1 hover:bg-secondary group-focus-within/checklist:data-[active]:bg-accent group-focus-within/checklist:data-[active]:text-accent-foreground"
            >
              <span
                aria-hidden
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-md border',
                  isChosen ? 'border-primary bg-primary text-primary-foreground' : 'border-input bg-card',
                )}
              >
                {isChosen && <Check strokeWidth={3} className="size-4.5" />}
              </span>
              {shown.icon}
              <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
                <span dir="auto" className="leading-tight wrap-anywhere sm:grow">
                  {shown.label}
                </span>
                {shown.detail && <span className="text-sm leading-tight text-muted-foreground sm:shrink-0">{shown.detail}</span>}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
