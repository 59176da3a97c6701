import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

export interface Drain {
  readonly isOn: boolean;
  announce(): number;
  begin(): void;
  rejectOpen(): void;
  watch(app: FastifyInstance): void;
}

/** A load balancer is assumed if /readyz was polled within this time; it notices within `noticeMs`. */
const pollingMs = 5000;
const noticeMs = 2000;

export function createDrain(): Drain {
  const open = new Set<FastifyReply>();
  let state: 'serving' | 'announced' | 'draining' = 'serving';
  let lastPollAt = -Infinity;
  const reject = (reply: FastifyReply): void =>
    void sendProblem(reply.header('connection', 'close'), new Problem('server.busy', { retryAfter: 1 }));

  return {
    get isOn() {
      return state !== 'serving';
    },
    announce() {
      state = 'announced';
      return performance.now() - lastPollAt < pollingMs ? noticeMs : 0;
    },
    begin() {
      state = 'draining';
    },
    rejectOpen() {
      for (const reply of open) if (!reply.sent) reject(reply);
    },
    watch(app) {
      app.addHook('onRequest', (request, reply, next) => {
        const isProbe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(request.url);
        if (request.url.startsWith('/readyz')) lastPollAt = performance.now();
        if (state === 'draining' && !isProbe) return reject(reply);
        open.add(reply);
        return next();
      });
      app.addHook('onSend', async (_, reply) => {
        if (state !== 'serving') reply.header('connection', 'close');
      });
      app.addHook('onResponse', async (_, reply) => {
        open.delete(reply);
      });
    },
  };
}
