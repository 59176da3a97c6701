import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { trustedProxies } from './trusted-proxy.ts';
import { Problem } from '#server/problem.ts';

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
}

const productLimits: ConnectionLimits = { total: 2000, perAddress: 200 };

/** No browser and no proxy sends a second request before the answer to the first. */
const maxPipelined = 20;

export interface ConnectionTotals {
  refused: number;
}

/** Limits connections, and the requests of an address that are answered at the same time. */
export function limitConnections(
  app: FastifyInstance,
  { trustProxy, hasRateLimits }: Pick<Config, 'trustProxy' | 'hasRateLimits'>,
  limits: ConnectionLimits = productLimits,
): ConnectionTotals {
  const totals: ConnectionTotals = { refused: 0 };
  const isProxy = trustedProxies(trustProxy);
  const enterConnection = countByAddress(limits.perAddress);
  app.server.maxConnections = limits.total;
  app.server.on('drop', () => {
    totals.refused += 1;
  });
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (!hasRateLimits || isProxy(remoteAddress)) return;
    const leave = enterConnection(remoteAddress);
    if (leave) socket.once('close', leave);
    else {
      totals.refused += 1;
      socket.resetAndDestroy();
    }
  });

  limitPipelining(app);

  const enterRequest = countByAddress(limits.perAddress);
  app.addHook('onRequest', (request, reply, next) => {
    if (!hasRateLimits || !(request.raw.socket instanceof Socket)) return next();
    const leave = enterRequest(request.ip);
    if (!leave) return next(new Problem('request.too_many', { retryAfter: 1 }));
    reply.raw.once('close', leave);
    return next();
  });
  return totals;
}

/** The requests of one packet are handled in one piece, in which nobody else is served, so what comes beyond the limit is not handled at all. */
function limitPipelining({ server }: FastifyInstance): void {
  const handlers = server.listeners('request');
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, more: number): number => {
    const count = (unanswered.get(socket) ?? 0) + more;
    unanswered.set(socket, count);
    return count;
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed || add(socket, 1) > maxPipelined) {
      socket.destroy();
      return;
    }
    response.once('close', () => add(socket, -1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}

/** Counts what an address has entered and not left; undefined if it may enter no more. */
function countByAddress(most: number): (address: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (address) => {
    const key = addressKey(address);
    const count = counts.get(key) ?? 0;
    if (count >= most) return undefined;
    counts.set(key, count + 1);
    return () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    };
  };
}
