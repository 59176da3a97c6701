import { type ComponentType, lazy } from 'react';

/**
 * A part that the first view does without. It is fetched as soon as the page has come to rest, so that it is there when it is wanted,
 * also when the line has gone by then.
 */
export function lazily<P>(load: () => Promise<ComponentType<P>>) {
  whenAtRest(() => void load().catch(() => undefined));
  return lazy(async () => ({ default: await load() }));
}

function whenAtRest(work: () => void): void {
  const soon = (): void => void setTimeout(work, 1500);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
