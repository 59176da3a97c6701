const timeSliceMs = 5;

const waiting: (() => void)[] = [];
let isSliceOpen = false;
let sliceEnds = 0;

/**
 * Await this before work that takes some milliseconds of this thread, such as a read of SQLite. All who await it share one slice of
 * `timeSliceMs` per iteration of the event loop, so that other events are handled in between.
 */
export function yieldToEventLoop(): Promise<void> {
  if (isSliceOpen && (waiting.length > 0 || performance.now() > sliceEnds)) {
    return new Promise((resolve) => void waiting.push(resolve));
  }
  if (!isSliceOpen) openSlice();
  return Promise.resolve();
}

function openSlice(): void {
  isSliceOpen = true;
  sliceEnds = performance.now() + timeSliceMs;
  setImmediate(() => {
    isSliceOpen = false;
    const next = waiting.shift();
    if (!next) return;
    openSlice();
    next();
  });
}
