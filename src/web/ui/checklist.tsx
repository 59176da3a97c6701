import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { groupThousands } from '#domain/money.ts';
import { Button } from './button.tsx';
import { matching } from './combobox-search.ts';
import type { ComboboxOption } from './combobox.tsx';
import type { FieldControl } from './field.tsx';

interface ChecklistProps extends FieldControl {
  options: readonly ComboboxOption[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  searchPlaceholder: string;
  emptyText: string;
}

const rowHeight = 48;

// No native control searches and takes several; this is the ARIA pattern for one that does.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

/** A list of any length to choose several from: it scrolls at a maximum height, and typing narrows it. */
export function Checklist({ options, chosen, onChange, searchPlaceholder, emptyText, ...control }: ChecklistProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = matching(options, typed);
  const current = found[Math.min(active, found.length - 1)];

  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    }
    if (event.key === 'Enter' || (event.key === ' ' && typed === '')) {
      // Enter here marks a row; it must not save the form around the list.
      event.preventDefault();
      if (current) toggle(current.value);
      // The next one can be typed over it.
      event.currentTarget.select();
    }
  };

  return (
    <div className="overflow-hidden rounded-lg border border-input bg-card focus-within:border-ring focus-within:outline-2 focus-within:outline-ring">
      <div className="relative border-b">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted-foreground" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.value}`}
          aria-autocomplete="list"
          placeholder={searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full bg-transparent pr-3 pl-10 text-ellipsis outline-none"
          {...control}
        />
      </div>
      <Rows id={id} label={searchPlaceholder} options={found} chosen={chosen} active={current?.value} onToggle={toggle} />
      {found.length === 0 && <p className="px-4 py-3 text-muted-foreground">{emptyText}</p>}
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 border-t pl-4" hidden={options.length === 0}>
        <output className="mr-auto py-2 text-sm font-semibold">{groupThousands(chosen.size)} chosen</output>
        {found.length > 1 && found.some(({ value }) => !chosen.has(value)) && (
          <Button variant="ghost" size="small" onClick={() => onChange(new Set([...chosen, ...found.map(({ value }) => value)]))}>
            Choose all {groupThousands(found.length)}
          </Button>
        )}
        {chosen.size > 0 && (
          <Button variant="ghost" size="small" onClick={() => onChange(new Set())}>
            Choose none
          </Button>
        )}
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

interface RowsProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly ComboboxOption[];
  readonly chosen: ReadonlySet<string>;
  readonly active: string | undefined;
  readonly onToggle: (value: string) => void;
}

function Rows({ id, label, options, chosen, active, onToggle }: RowsProps) {
  // The virtualizer is one object that changes inside; a memoized reading of it would go stale.
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const place = options.findIndex(({ value }) => value === active);
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place);
  }, [place, rows]);

  return (
    <div ref={scroller} className="max-h-72 overflow-y-auto overscroll-contain">
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        aria-multiselectable
        className="relative"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map((row) => {
          const option = options[row.index];
          if (!option) return null;
          const isChosen = chosen.has(option.value);
          return (
            // Focus stays in the search field; the keyboard reaches the rows from there.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.value}
              role="option"
              tabIndex={-1}
              id={`${id}-${option.value}`}
              aria-selected={isChosen}
              aria-setsize={options.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)` }}
              data-active={option.value === active || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onToggle(option.value)}
              className="absolute top-0 left-0 flex h-12 w-full cursor-pointer items-center gap-3 px-3 hover:bg-secondary data-[active]:bg-accent data-[active]:text-accent-foreground"
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
              {option.icon}
              <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
                <span className="truncate leading-tight sm:grow">{option.label}</span>
                {option.detail && <span className="shrink-0 text-sm leading-tight text-muted-foreground">{option.detail}</span>}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
