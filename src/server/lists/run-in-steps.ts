import { setImmediate } from 'node:timers/promises';
import type { Steps } from '#domain/values/steps.ts';

/** Runs a long computation. Other requests are handled between two steps. */
export async function runInSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}
