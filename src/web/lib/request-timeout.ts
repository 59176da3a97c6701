/** A request without progress for so long is aborted: a phone that shows bars may still have no data. */
export const requestTimeoutMs = 8000;

interface Stall {
  /** Aborted after so long without progress. */
  readonly signal: AbortSignal;
  /** Restarts the timer after progress, or starts another one. */
  readonly restart: (timeoutMs?: number) => void;
  readonly end: () => void;
}

/** A timeout for what may take long as long as it makes progress. */
export function watchStall(timeoutMs: number): Stall {
  const controller = new AbortController();
  const stop = () => controller.abort(new DOMException('Nothing came in time.', 'TimeoutError'));
  let timer = setTimeout(stop, timeoutMs);
  return {
    signal: controller.signal,
    restart: (nextMs = timeoutMs) => {
      clearTimeout(timer);
      timer = setTimeout(stop, nextMs);
    },
    end: () => clearTimeout(timer),
  };
}
