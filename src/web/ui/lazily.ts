import { type ComponentType, lazy, useEffect, useState } from 'react';

const isDrawnElsewhere = typeof document === 'undefined';

/**
 * A part that the first view does without. It is fetched as soon as the page has come to rest, so that it is there when it is wanted,
 * also when the line has gone by then.
 */
export function lazily<P>(load: () => Promise<ComponentType<P>>) {
  // Where there is no window, what stands in its place is drawn, always.
  if (isDrawnElsewhere) return lazy<ComponentType<P>>(() => new Promise(() => {}));
  whenAtRest(() => void load().catch(() => undefined));
  return lazy(async () => ({ default: await load() }));
}

function whenAtRest(work: () => void): void {
  const soon = (): void => void setTimeout(work, 1500);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** False until what is seen first has been drawn and the machine has a moment. */
export function useSecondLook(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    // Safari has no idle moments.
    const timer = setTimeout(() => setIsDrawn(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn;
}
