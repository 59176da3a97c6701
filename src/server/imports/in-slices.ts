import { setImmediate } from 'node:timers/promises';

/** The longest that others wait while one farm's file is worked on. */
const longestTurnMs = 10;

/** Runs a long piece of work that can pause, and lets others have their turn. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + longestTurnMs;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await setImmediate();
  }
}
