import { Search } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cn } from './cn.ts';
import { matching } from './listbox-search.ts';

export interface ListboxOption {
  value: string;
  label: string;
  /** The animal's number, if the label says more. */
  tag?: string;
  /** Further text to search. */
  keywords?: readonly (string | null)[];
  numbers?: readonly string[] | undefined;
  /** 'Select all' leaves it out. */
  isExcludedFromAll?: boolean;
  detail?: ReactNode;
  icon?: ReactNode;
}

interface ListboxProps {
  readonly options: readonly ListboxOption[];
  readonly initialSearch?: string;
  readonly limit?: number;
  readonly pageSize: number;
  /** Space also picks, as long as nothing is typed. */
  readonly picksWithSpace?: boolean;
  readonly onPick: (value: string) => void;
  /** Enter, where nothing is found. */
  readonly onNothing?: (typed: string) => void;
}

/**
 * The ARIA pattern of an editable combobox with a list: the focus stays in the search field and the active row follows the
 * keyboard. No native control does this (decision 30).
 */
export function useListbox({
  options,
  initialSearch = '',
  limit,
  pageSize,
  picksWithSpace = false,
  onPick,
  onNothing,
}: ListboxProps) {
  const id = useId();
  const [typed, setTyped] = useState(initialSearch);
  const [active, setActive] = useState(0);
  const found = matching(options, typed);
  const shown = found.slice(0, limit);
  const activeIndex = Math.min(active, shown.length - 1);
  const current = shown[activeIndex];
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageSize, PageUp: -pageSize };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter also ends a composition of letters.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(shown.length - 1, activeIndex + step)));
    }
    if (event.key === 'Enter' || (event.key === ' ' && picksWithSpace && typed === '')) {
      // Enter picks a row and must not submit the form around the list.
      event.preventDefault();
      if (current) onPick(current.value);
      else onNothing?.(typed);
      // The next search replaces the selected text.
      event.currentTarget.select();
    }
  };

  return {
    typed,
    found,
    shown,
    activeIndex,
    setActive,
    search: {
      listId: `${id}-list`,
      activeId: current && `${id}-${current.value}`,
      typed,
      onType: (next: string) => {
        setTyped(next);
        setActive(0);
      },
      onKeyDown,
    },
    list: { role: 'listbox', id: `${id}-list` } as const,
    option: ({ value }: ListboxOption, isSelected: boolean) =>
      ({
        role: 'option',
        tabIndex: -1,
        id: `${id}-${value}`,
        'aria-selected': isSelected,
        'data-active': value === current?.value || undefined,
        onClick: () => onPick(value),
      }) as const,
  };
}

type ListboxSearchProps = ReturnType<typeof useListbox>['search'] & Omit<ComponentProps<'input'>, 'role' | 'value' | 'onChange'>;

export function ListboxSearch({ listId, activeId, typed, onType, className, ...input }: ListboxSearchProps) {
  return (
    <div className="relative border-b">
      <Search aria-hidden className="pointer-events-none absolute top-3 start-3 size-5 text-muted-foreground" />
      <input
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className={cn('h-11 w-full bg-transparent pe-3 ps-10 outline-none', className)}
        {...input}
      />
    </div>
  );
}
