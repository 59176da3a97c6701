import { type ComponentType, createElement, type FunctionComponent, use, useEffect, useState } from 'react';
import { importPart } from '#web/lib/import-part.ts';

const isDrawnElsewhere = typeof document === 'undefined';

/** A component whose code is fetched on its own. */
interface LazyPart<P> extends FunctionComponent<P> {
  /** Fetches the code, again where that has failed before. Never fails itself: what went wrong is thrown where the part is drawn. */
  readonly preload: () => Promise<void>;
  /** Fetches the component itself. */
  readonly load: () => Promise<ComponentType<P>>;
}

/** Parts whose code could not be fetched. */
const failed = new Set<() => Promise<void>>();

/** Tries again to fetch every part that could not be fetched; done when each has arrived or failed once more. */
export const retryFailedParts = async (): Promise<void> => void (await Promise.all([...failed].map((preload) => preload())));

/**
 * A part that the first view does without. Unlike React's own `lazy` it can be fetched again after a failure. Drawn before its code is
 * there it suspends; drawn after a failure it throws, to the next boundary.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const preload = async (): Promise<void> => {
    if (loaded) return;
    if (failed.delete(preload)) loading = undefined;
    loading ??= importPart(load);
    await loading.then(
      (component) => {
        loaded = component;
      },
      () => {
        failed.add(preload);
      },
    );
  };
  function Part(props: P) {
    if (loaded) return createElement(loaded, props);
    // Where there is no window, what stands in the part's place is drawn, unless the part was fetched beforehand.
    if (isDrawnElsewhere) use(new Promise(() => {}));
    if (!loading) void preload();
    return createElement(use(loading!), props);
  }
  return Object.assign(Part, { preload, load });
}

/** Like `lazily`, and fetched as soon as the page has come to rest, so that it is there when it is wanted, also when the line has gone by then. */
export function lazilyAhead<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const part = lazily(load);
  if (!isDrawnElsewhere) whenAtRest(() => void part.preload());
  return part;
}

/** Runs work once the page is loaded and what is seen first has been drawn. */
export function whenAtRest(work: () => void): void {
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
