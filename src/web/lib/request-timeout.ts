/** A request that has brought nothing for so long is given up: a phone that shows bars may still have no data. */
export const requestTimeoutMs = 8000;

interface Stall {
  /** Aborted once nothing has moved for the time. */
  readonly signal: AbortSignal;
  /** Something moved: the time begins anew, or another one does. */
  readonly moved: (timeoutMs?: number) => void;
  readonly end: () => void;
}

/** Watches over something that may take long as long as it gets on. */
export function watchStall(timeoutMs: number): Stall {
  const controller = new AbortController();
  const stop = () => controller.abort(new DOMException('Nothing came in time.', 'TimeoutError'));
  let timer = setTimeout(stop, timeoutMs);
  return {
    signal: controller.signal,
    moved: (nextMs = timeoutMs) => {
      clearTimeout(timer);
      timer = setTimeout(stop, nextMs);
    },
    end: () => clearTimeout(timer),
  };
}
