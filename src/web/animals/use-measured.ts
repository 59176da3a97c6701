import { type RefObject, useLayoutEffect, useState } from 'react';

/** What `measure` reads of the element, again whenever its size changes; `first` before that. */
export function useMeasured<T>(element: RefObject<HTMLElement | null>, measure: (element: HTMLElement) => T, first: T): T {
  const [measured, setMeasured] = useState(first);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const read = () => setMeasured(measure(current));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, measure]);
  return measured;
}
