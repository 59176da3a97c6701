import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;
/** A start, a large import or other work on the machine also delays the event loop, but only for a second or two. */
const consecutiveSamples = 3;

export function watchLag(periodMs = 1000): { readonly lagMs: () => number; readonly stop: () => void } {
  const recent = Array<number>(consecutiveSamples).fill(0);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    recent.shift();
    // The monitor has no sample if a single callback took the whole period.
    recent.push(delay.count === 0 ? periodMs : Math.max(0, delay.mean / 1e6 - resolutionMs));
    delay.reset();
  }, periodMs).unref();
  const stop = (): void => {
    clearInterval(timer);
    delay.disable();
  };
  return { lagMs: () => Math.min(...recent), stop };
}
