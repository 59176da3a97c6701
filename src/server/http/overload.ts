import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/problem.ts';

const maxLagMs = 250;

/** Webhooks are exempt because the payment provider would retry them much later. */
const isExempt = /^\/(?:healthz|readyz|metrics|assets\/|api\/stripe\/webhook)/;

export interface LoadParts {
  readonly lagMs: () => number;
  readonly isKnown: (request: FastifyRequest) => Promise<boolean>;
}

export function shedLoad(app: FastifyInstance, { lagMs, isKnown }: LoadParts): void {
  app.addHook('onRequest', async (request) => {
    if (lagMs() <= maxLagMs || isExempt.test(request.url)) return;
    if (!(await isKnown(request))) throw new Problem('server.busy', { retryAfter: 2 });
  });
}

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
