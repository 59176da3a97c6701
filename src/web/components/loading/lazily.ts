import { type ComponentType, createElement, type FunctionComponent, use, useEffect, useState } from 'react';
import { importPart } from '#web/lib/server/import-part.ts';
import { isServedByWorker } from '#web/lib/server/reachable.ts';

const isPrerendering = typeof document === 'undefined';

interface LazyPart<P> extends FunctionComponent<P> {
  /** Tries again after an earlier failure. Never rejects: rendering the part throws the error. */
  readonly preload: () => Promise<void>;
  readonly load: () => Promise<ComponentType<P>>;
}

const failed = new Set<() => Promise<void>>();

export const retryFailedParts = async (): Promise<void> => void (await Promise.all([...failed].map((preload) => preload())));

/**
 * Unlike React's `lazy`, a part can be requested again, because a late chunk may have arrived since (import-part.ts). It suspends
 * until its code is there and throws to the nearest boundary after a failure.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let isLoaded = false;
  const preload = async (): Promise<void> => {
    if (failed.delete(preload)) loading = undefined;
    const part = (loading ??= importPart(load));
    await part.then(
      (value) => {
        isLoaded = true;
        // With these two, `use` returns the component at once.
        void Object.assign(part, { status: 'fulfilled', value });
      },
      () => void failed.add(preload),
    );
  };
  function Part(props: P) {
    // While prerendering, the fallback is rendered unless the part was loaded beforehand.
    if (isPrerendering && !isLoaded) use(new Promise(() => {}));
    if (!loading) void preload();
    return createElement(use(loading!), props);
  }
  return Object.assign(Part, { preload, load });
}

/** Loaded soon after the page, so that it appears at once when it is needed. */
export function lazilyPreloaded<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const part = lazily(load);
  if (!isPrerendering) whenPartsAreStored(() => void part.preload());
  return part;
}

/**
 * When idle and after the service worker has stored all chunks; without a service worker, when idle. A chunk that is requested
 * earlier and lost on the way would be missing for as long as the page is open.
 */
export function whenPartsAreStored(work: () => void): void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker || isServedByWorker()) whenPageIdle(work);
  else serviceWorker.addEventListener('controllerchange', () => whenPageIdle(work), { once: true });
}

/** Some seconds after the start, so that the work does not delay the first screen. */
export function whenPageIdle(work: () => void): void {
  setTimeout(work, 3000);
}

/** False during the first paint, for parts that may appear a moment later. */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => setIsPainted(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}
