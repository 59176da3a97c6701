import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './errors.ts';
import { Problem } from './problem.ts';

/** The way of a server out of the house. */
export interface Drain {
  readonly isOn: boolean;
  begin(): void;
  /** Answers what is still open: whoever asked may try again elsewhere. */
  giveUp(): void;
  watch(app: FastifyInstance): void;
}

/** Once begun, what is new is sent away and its connection closed, while what was asked before is finished. */
export function createDrain(): Drain {
  const open = new Set<FastifyReply>();
  let isOn = false;
  const sendAway = (reply: FastifyReply): void =>
    void sendProblem(reply.header('connection', 'close'), new Problem('server.busy', { retryAfter: 1 }));

  return {
    get isOn() {
      return isOn;
    },
    begin() {
      isOn = true;
    },
    giveUp() {
      for (const reply of open) if (!reply.sent) sendAway(reply);
    },
    watch(app) {
      app.addHook('onRequest', (request, reply, next) => {
        const isProbe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(request.url);
        if (isOn && !isProbe) return sendAway(reply);
        open.add(reply);
        return next();
      });
      app.addHook('onSend', async (_, reply) => {
        if (isOn) reply.header('connection', 'close');
      });
      app.addHook('onResponse', async (_, reply) => {
        open.delete(reply);
      });
    },
  };
}
