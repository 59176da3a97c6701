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
  const enterConnection = countEntered(limits.perAddress);
  app.server.maxConnections = limits.total;
  app.server.on('drop', () => {
    totals.refused += 1;
  });
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (!hasRateLimits || isProxy(remoteAddress)) return;
    const leave = enterConnection(addressKey(remoteAddress));
    if (leave) socket.once('close', leave);
    else {
      totals.refused += 1;
      socket.resetAndDestroy();
    }
  });

  const enterPipeline = countEntered<Socket>(maxPipelined);
  const enterRequest = countEntered(limits.perAddress);
  app.addHook('onRequest', ({ raw: { socket }, ip }, reply, next) => {
    if (!(socket instanceof Socket)) return next();
    const leavePipeline = enterPipeline(socket);
    // The requests of one packet are handled in one piece, in which nobody else is served.
    if (!leavePipeline) return void socket.destroy();
    reply.raw.once('close', leavePipeline);
    if (!hasRateLimits) return next();
    const leave = enterRequest(addressKey(ip));
    if (!leave) return next(new Problem('request.too_many', { retryAfter: 1 }));
    reply.raw.once('close', leave);
    return next();
  });
  return totals;
}

/** Counts what has entered under a key and not left; undefined if no more may enter. */
function countEntered<K = string>(most: number): (key: K) => (() => void) | undefined {
  const counts = new Map<K, number>();
  return (key) => {
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
