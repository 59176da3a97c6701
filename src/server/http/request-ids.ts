import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { trustedProxies } from './trusted-proxy.ts';

/** Safe in a log: no white space, no line ends, limited length (ASVS 16.4.1). */
const plainId = /^[\w.:-]{8,128}$/;

export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(trustProxy);
  return ({ headers, socket }) => {
    const header = headers['x-request-id'];
    return typeof header === 'string' && plainId.test(header) && isTrusted(socket.remoteAddress) ? header : randomUUID();
  };
}

export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
