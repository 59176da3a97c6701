import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { trustedProxies } from './trusted-proxy.ts';
import { Problem } from '#server/problem.ts';

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Per connection. Browsers and proxies do not pipeline. */
  readonly pipelined: number;
}

const productLimits: ConnectionLimits = { total: 2000, perAddress: 100, pipelined: 10 };

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly open: Map<ServerResponse, IncomingMessage>;
  idleSince: number;
}

/** Without this, one address could replace its own connections thousands of times a second and be served each time. */
const replaceableAfterMs = 5000;

export interface ConnectionTotals {
  evicted: number;
  refused: number;
}

/** At the total limit a new connection replaces the longest idle, or else the slowest of the address with most. */
export function limitConnections(
  app: FastifyInstance,
  { trustProxy, hasRateLimits }: Pick<Config, 'trustProxy' | 'hasRateLimits'>,
  limits: ConnectionLimits = productLimits,
): ConnectionTotals {
  const totals: ConnectionTotals = { evicted: 0, refused: 0 };
  const isProxy = trustedProxies(trustProxy);
  const all = new Set<Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const bySocket = new WeakMap<Socket, Connection>();

  const isLimited = ({ remoteAddress }: Socket): boolean => hasRateLimits && !isProxy(remoteAddress);

  const remove = (connection: Connection): void => {
    all.delete(connection);
    const group = byAddress.get(connection.address);
    group?.delete(connection);
    if (group?.size === 0) byAddress.delete(connection.address);
  };

  const close = (connection: Connection): void => {
    remove(connection);
    connection.socket.destroy();
  };

  const stopFlood = (connection: Connection): void => {
    if (connection.socket.destroyed) return;
    totals.refused += 1;
    close(connection);
  };

  app.server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '');
    const group = byAddress.get(address) ?? new Set();
    const isCrowded = group.size >= limits.perAddress && isLimited(socket);
    if (isCrowded || all.size >= limits.total) {
      const victim = isCrowded ? longestIdle(group, replaceableAfterMs) : (longestIdle(all) ?? slowest(largest(byAddress)));
      if (!victim) {
        totals.refused += 1;
        socket.resetAndDestroy();
        return;
      }
      totals.evicted += 1;
      close(victim);
    }
    const connection: Connection = { socket, address, open: new Map(), idleSince: performance.now() };
    bySocket.set(socket, connection);
    all.add(connection);
    byAddress.set(address, group.add(connection));
    socket.once('close', () => remove(connection));
  });

  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket);
    if (!connection) return;
    const { open, socket } = connection;
    open.set(response, request);
    response.once('close', () => {
      open.delete(response);
      if (open.size > 0 || socket.destroyed) return;
      connection.idleSince = performance.now();
      for (const group of [all, byAddress.get(connection.address)]) if (group?.delete(connection)) group.add(connection);
    });
    if (open.size > limits.pipelined) stopFlood(connection);
  });
  // Otherwise Node would itself answer every `Expect` header other than 100-continue, without any limit.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));

  limitRequests(app, hasRateLimits ? limits.perAddress : Infinity, (socket) => bySocket.has(socket));
  return totals;
}

function limitRequests(app: FastifyInstance, most: number, isConnection: (socket: Socket) => boolean): void {
  const counts = new Map<string, number>();
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    if (socket.destroyed) return void reply.hijack();
    if (!isConnection(socket)) return next();
    const key = addressKey(request.ip);
    const count = counts.get(key) ?? 0;
    if (count >= most) return next(new Problem('request.too_many', { retryAfter: 1 }));
    counts.set(key, count + 1);
    reply.raw.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
    return next();
  });
}

function longestIdle(connections: Iterable<Connection>, atLeastMs = 0): Connection | undefined {
  for (const connection of connections) {
    if (connection.open.size === 0) return performance.now() - connection.idleSince >= atLeastMs ? connection : undefined;
  }
  return undefined;
}

/** If all are busy: one that has not yet sent its request, else one that has not yet read its response. */
function slowest(connections: ReadonlySet<Connection>): Connection | undefined {
  const find = (isSlow: (request: IncomingMessage, response: ServerResponse) => boolean): Connection | undefined => {
    for (const connection of connections) {
      for (const [response, request] of connection.open) if (isSlow(request, response)) return connection;
    }
    return undefined;
  };
  return find(({ complete }) => !complete) ?? find((_, { headersSent }) => headersSent);
}

function largest(groups: ReadonlyMap<string, ReadonlySet<Connection>>): ReadonlySet<Connection> {
  let found: ReadonlySet<Connection> = new Set();
  for (const group of groups.values()) if (group.size > found.size) found = group;
  return found;
}
