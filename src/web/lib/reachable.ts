import { useEffect, useEffectEvent } from 'react';
import { requestTimeoutMs } from './request-timeout.ts';

const firstLookMs = 3000;
const slowestLookMs = 30_000;

/** Whether the server answers at all. */
export const isReachable = (): Promise<boolean> =>
  fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(requestTimeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Calls back once the server answers again: when the browser says that it is online, and by looking every few seconds, since a phone
 * with bars but without data never says that it was offline.
 */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const report = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async (nextMs: number): Promise<void> => {
      clearTimeout(timer);
      const isAnswered = await isReachable();
      if (isOver) return;
      if (isAnswered) report();
      // What was to be retried may fail for another reason, so it goes on looking until it is no longer waited for.
      timer = setTimeout(() => void look(Math.min(nextMs * 2, slowestLookMs)), nextMs);
    };
    const lookNow = () => void look(firstLookMs);
    timer = setTimeout(() => void look(firstLookMs * 2), firstLookMs);
    addEventListener('online', lookNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', lookNow);
    };
  }, [isWaiting]);
}

/** Loads the page anew, or another one, unless the server is away: then the browser's own error page would take its place. */
export async function loadPage(address: string = location.href): Promise<boolean> {
  if (!(await isReachable())) return false;
  if (address === location.href) location.reload();
  else location.assign(address);
  return true;
}
