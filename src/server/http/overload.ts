import type { FastifyInstance, FastifyRequest } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from './problem.ts';

/** Longer than this on average, and everybody waits: strangers are asked to come later. */
const longestLagMs = 250;

/** What must go on: probes, what a page that is open still loads, and what the payment provider has to say. */
const goesOn = /^\/(?:healthz|readyz|metrics|assets\/|api\/stripe\/webhook)/;

export interface LoadParts {
  /** How late the event loop is at the moment. */
  readonly lagMs: () => number;
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>;
}

/** When there is too much to do, those who are signed in go on working and everyone else is told when to come back. */
export function shedLoad(app: FastifyInstance, { lagMs, isSignedIn }: LoadParts): void {
  app.addHook('onRequest', async (request) => {
    if (lagMs() <= longestLagMs || goesOn.test(request.url)) return;
    if (!(await isSignedIn(request))) throw new Problem('server.busy', { retryAfter: 2 });
  });
}

const resolution = 20;
/** So many measurements in a row are meant by "late": a start, a large import or a busy neighbour on the machine is no overload. */
const inARow = 3;

/** Measures how late the event loop is, on average over a second: one long turn in it says little, one after another does. */
export function watchLag(everyMs = 1000): { readonly lagMs: () => number; readonly stop: () => void } {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const recent = Array<number>(inARow).fill(0);
  const timer = setInterval(() => {
    recent.shift();
    recent.push(delays.count === 0 ? 0 : Math.max(0, delays.mean / 1e6 - resolution));
    delays.reset();
  }, everyMs).unref();
  return {
    lagMs: () => Math.min(...recent),
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}
