import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of the element, and the number of pixels in a rem. */
export function useWidth(element: RefObject<HTMLElement | null>): readonly [width: number, pixels: number] {
  const [measures, setMeasures] = useState<readonly [number, number]>([960, 16]);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const { current } = element;
    const measure = () =>
      setMeasures([current.clientWidth, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return measures;
}
