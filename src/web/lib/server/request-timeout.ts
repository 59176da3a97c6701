/** A phone that shows bars may have no data, so a request without progress for this long is aborted. */
export const requestTimeoutMs = 8000;

interface Stall {
  readonly signal: AbortSignal;
  readonly restart: (timeoutMs?: number) => void;
  readonly end: () => void;
}

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
