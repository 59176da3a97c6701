import { Problem } from './problem.ts';

/** Dear work a few at a time: `places` run, `waiting` more wait in line, the next one is told that the server is busy. */
export function createTurns(places: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (taken < places) {
      taken += 1;
    } else {
      if (queue.length >= waiting) throw new Problem('server.busy', { retryAfter: 2 });
      // Whoever leaves hands the place over.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
