import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { trustedProxies } from './trusted-proxy.ts';

/** What may stand in a log as it came: no spaces, no line ends, nothing long (ASVS 16.4.1). */
const plainId = /^[\w.:-]{8,128}$/;

/** A proxy in front that is trusted may have named the request already; anyone else would be writing into our log. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && plainId.test(given) && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}

/** Every answer names its request, as the log and the problem do. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
