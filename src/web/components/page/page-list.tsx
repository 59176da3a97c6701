import { measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface PageListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Estimated height of an entry in pixels, until it is measured. */
  readonly estimate: number;
  readonly label: string;
  readonly className?: string;
  readonly children: (item: T) => ReactNode;
}

/** Scrolls with the page and renders only entries near the window, so that ten thousand scroll as smoothly as ten. */
export function PageList<T>({ items, keyOf, estimate, label, className, children }: PageListProps<T>) {
  // The virtualizer is mutable, so the compiler's memoization would read stale values.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    getItemKey: (index) => keyAt(items, index, keyOf),
    measureElement: measureWhenObserved,
    overscan: 6,
    scrollMargin: top,
    directDomUpdates: true,
  });
  return (
    <div ref={list} className={className}>
      <ul ref={rows.containerRef} aria-label={label} className="relative">
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item !== undefined && (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                className="absolute top-0 start-0 w-full"
              >
                {children(item)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** The observer reports heights before the next paint; measuring an entry as soon as it is added would force another layout. */
export function measureWhenObserved(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  instance: Virtualizer<Window, Element>,
): number {
  if (entry) return measureElement(element, entry, instance);
  const index = instance.indexFromElement(element);
  return instance.itemSizeCache.get(instance.options.getItemKey(index)) ?? instance.options.estimateSize(index);
}

/** With keys from the items, rows keep their measured height when others are inserted before them. */
export function keyAt<T>(items: readonly T[], index: number, keyOf: (item: T) => string): string | number {
  const item = items[index];
  return item === undefined ? index : keyOf(item);
}

export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => element.current && setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    measure();
    // The height of the body changes with whatever is above the list.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
