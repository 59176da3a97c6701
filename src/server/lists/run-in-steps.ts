import type { Steps } from '#domain/steps.ts';

/** Runs a long computation, with a pause between two steps in which other requests are handled. */
export async function runInSteps<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
