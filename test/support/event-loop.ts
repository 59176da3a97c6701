import { recordMeasurement } from './measurements.ts';

/**
 * The longest time that the event loop is blocked, in ms of this thread's processor time, so that other load of the machine does
 * not count.
 */
export function measureBlocking(): { end(): number } {
  let last = process.threadCpuUsage();
  let longest = 0;
  const tick = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const timer = setInterval(tick, 1);
  return {
    end() {
      clearInterval(timer);
      tick();
      return longest;
    },
  };
}

/** For `npm run test:attacks`: a time never decides a test. */
export async function recordLongestTurn(what: string, work: () => Promise<unknown>): Promise<void> {
  recordMeasurement(`longest turn of the event loop: ${what}`, `${Math.ceil(await longestBlockMs(work))} ms`);
}

/** Includes the next tick, which may still belong to the request. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const busy = measureBlocking();
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 2));
  } finally {
    busy.end();
  }
  return busy.end();
}
