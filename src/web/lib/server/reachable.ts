import { useEffect, useEffectEvent } from 'react';
import { requestTimeoutMs } from './request-timeout.ts';

const firstPollMs = 3000;
const slowestPollMs = 30_000;

export const isReachable = (): Promise<boolean> =>
  fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(requestTimeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Polls as well as listening to `online`: a phone with bars but without data never reports that it was offline. */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const report = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const poll = async (nextMs: number): Promise<void> => {
      clearTimeout(timer);
      const isUp = await isReachable();
      if (isOver) return;
      if (isUp) report();
      // The retry may fail for another reason, so polling goes on until nobody waits any more.
      timer = setTimeout(() => void poll(Math.min(nextMs * 2, slowestPollMs)), nextMs);
    };
    const pollNow = () => void poll(firstPollMs);
    timer = setTimeout(() => void poll(firstPollMs * 2), firstPollMs);
    addEventListener('online', pollNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', pollNow);
    };
  }, [isWaiting]);
}

/** Loads the page from the service worker's cache or the server. */
export const canLoadPage = async (): Promise<boolean> => isServedByWorker() || (await isReachable());

/** With a service worker, every navigation and file is answered without a connection (service-worker/routing.ts). */
export const isServedByWorker = (): boolean => !!(navigator as Partial<Navigator>).serviceWorker?.controller;

/** Loads nothing while that is impossible, because the browser's error page would replace ours. */
export async function loadPage(address: string = location.href): Promise<boolean> {
  if (!(await canLoadPage())) return false;
  if (address === location.href) location.reload();
  else location.assign(address);
  return true;
}
