import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#web/lib/cn.ts';

interface PageListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** A likely height of one entry in pixels, until it is measured. */
  readonly estimate: number;
  /** Names the list for screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly children: (item: T) => ReactNode;
}

/** A list that scrolls with the page. Only entries near the window are drawn, so that ten thousand scroll like ten. */
export function PageList<T>({ items, keyOf, estimate, label, className, children }: PageListProps<T>) {
  'use no memo';
  const { list, rows } = usePageRows({ items, keyOf, estimate });
  return (
    <div ref={list} role="list" aria-label={label} className={className}>
      <div ref={rows.containerRef} role="presentation" className="relative">
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item !== undefined && (
              <div
                {...rowPlace(row)}
                key={row.key}
                ref={rows.measureElement}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
              >
                {children(item)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** What each row of such a list carries so that it can be placed and measured. */
export const rowPlace = ({ index }: VirtualItem, className?: string) => ({
  'data-index': index,
  className: cn('absolute top-0 left-0 w-full', className),
});

interface RowOptions<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly estimate: number;
  /** What covers the top and the bottom of the window while a row is scrolled to. */
  readonly covered?: { readonly top: number; readonly bottom: number };
}

/**
 * The rows of a list that are near the window. The virtualizer is one object that changes inside: whoever draws its rows says
 * 'use no memo', since a memoized reading of it would go stale.
 */
export function usePageRows<T>({ items, keyOf, estimate, covered }: RowOptions<T>) {
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const rows = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
    scrollMargin: useTop(list),
    scrollPaddingStart: covered?.top ?? 0,
    scrollPaddingEnd: covered?.bottom ?? 0,
    directDomUpdates: true,
  });
  return { list, rows };
}

/** How far below the top of the page the element begins. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => element.current && setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    measure();
    // The body grows and shrinks with whatever stands above the list.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
