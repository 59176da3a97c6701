import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/problem.ts';

/** Longer than this on average, and everybody waits: strangers are asked to come later. */
const longestLagMs = 250;

/** What must go on: probes, what a page that is open still loads, and what the payment provider has to say. */
const goesOn = /^\/(?:healthz|readyz|metrics|assets\/|api\/stripe\/webhook)/;

export interface LoadParts {
  /** How late the event loop is at the moment. */
  readonly lagMs: () => number;
  readonly viewerOf: (request: FastifyRequest) => Promise<object | undefined>;
}

/** When there is too much to do, those who are signed in go on working and everyone else is told when to come back. */
export function shedLoad(app: FastifyInstance, { lagMs, viewerOf }: LoadParts): void {
  app.addHook('onRequest', async (request) => {
    if (lagMs() <= longestLagMs || goesOn.test(request.url)) return;
    if (!(await viewerOf(request))) throw new Problem('server.busy', { retryAfter: 2 });
  });
}

const tickMs = 20;
/** So many measurements in a row are meant by "late": a start, a large import or a busy neighbour on the machine is no overload. */
const inARow = 3;

/** Measures how late the event loop is, on average over a second: one long turn in it says little, one after another does. */
export function watchLag(everyMs = 1000): { readonly lagMs: () => number; readonly stop: () => void } {
  const recent = Array<number>(inARow).fill(0);
  let last = performance.now();
  let turns = { since: last, count: 0, lateMs: 0 };
  const timer = setInterval(() => {
    const now = performance.now();
    turns.count += 1;
    turns.lateMs += Math.max(0, now - last - tickMs);
    last = now;
    if (now - turns.since < everyMs) return;
    recent.shift();
    recent.push(turns.lateMs / turns.count);
    turns = { since: now, count: 0, lateMs: 0 };
  }, tickMs).unref();
  return { lagMs: () => Math.min(...recent), stop: () => clearInterval(timer) };
}
