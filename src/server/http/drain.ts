import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

/** How a server that ends takes no more requests. */
export interface Drain {
  readonly isOn: boolean;
  /** /readyz says no from here on. Says how long to go on serving meanwhile: whoever asks it sends requests until the next time. */
  announce(): number;
  begin(): void;
  /** Answers what is still open: whoever asked may try again elsewhere. */
  giveUp(): void;
  watch(app: FastifyInstance): void;
}

/** Whoever sends visitors here by what /readyz says asks it so often, and has heard a no after that time. */
const askedEveryMs = 5000;
const heardMs = 2000;

/** Once begun, what is new is sent away and its connection closed, while what was asked before is finished. */
export function createDrain(): Drain {
  const open = new Set<FastifyReply>();
  let state: 'serving' | 'announced' | 'draining' = 'serving';
  let askedAt = -Infinity;
  const sendAway = (reply: FastifyReply): void =>
    void sendProblem(reply.header('connection', 'close'), new Problem('server.busy', { retryAfter: 1 }));

  return {
    get isOn() {
      return state !== 'serving';
    },
    announce() {
      state = 'announced';
      return performance.now() - askedAt < askedEveryMs ? heardMs : 0;
    },
    begin() {
      state = 'draining';
    },
    giveUp() {
      for (const reply of open) if (!reply.sent) sendAway(reply);
    },
    watch(app) {
      app.addHook('onRequest', (request, reply, next) => {
        const isProbe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(request.url);
        if (request.url.startsWith('/readyz')) askedAt = performance.now();
        if (state === 'draining' && !isProbe) return sendAway(reply);
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
