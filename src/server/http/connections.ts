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
  /**
   * Requests per client address in one iteration of the event loop; more are read in the next. An iteration accepts one connection, so long
   * iterations would make new clients wait behind all earlier ones.
   */
  readonly perIteration: number;
}

const productLimits: ConnectionLimits = { total: 2000, perAddress: 200, pipelined: 10, perIteration: 5 };

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly open: Map<ServerResponse, IncomingMessage>;
  idleSince: number;
  latest?: IncomingMessage;
  recent: { iteration: number; requests: number };
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

  const iteration = countIterations();
  const lastRequests = new Map<string, { readonly iteration: number; readonly requests: number }>();
  const countRequest = (address: string): void => {
    const now = iteration();
    const last = lastRequests.get(address);
    const requests = last?.iteration === now ? last.requests + 1 : 1;
    lastRequests.set(address, { iteration: now, requests });
    if (requests === limits.perIteration) pauseForIteration(byAddress.get(address) ?? []);
  };

  const isLimited = ({ remoteAddress }: Socket): boolean => hasRateLimits && !isProxy(remoteAddress);

  const remove = (connection: Connection): void => {
    all.delete(connection);
    const group = byAddress.get(connection.address);
    group?.delete(connection);
    if (group?.size !== 0) return;
    byAddress.delete(connection.address);
    lastRequests.delete(connection.address);
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
    const connection: Connection = {
      socket,
      address,
      open: new Map(),
      idleSince: performance.now(),
      recent: { iteration: 0, requests: 0 },
    };
    bySocket.set(socket, connection);
    all.add(connection);
    byAddress.set(address, group.add(connection));
    onEachRequest(socket, () => {
      const now = iteration();
      connection.recent = { iteration: now, requests: connection.recent.iteration === now ? connection.recent.requests + 1 : 1 };
      // Otherwise many requests of one client would all be answered before any other client's.
      if (connection.recent.requests > limits.pipelined) stopFlood(connection);
      if (isLimited(socket)) countRequest(address);
    });
    socket.once('close', () => remove(connection));
  });

  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket);
    if (!connection) return;
    const { open, socket } = connection;
    open.set(response, request);
    connection.latest = request;
    response.once('close', () => {
      open.delete(response);
      if (open.size > 0 || socket.destroyed) return;
      connection.idleSince = performance.now();
      for (const group of [all, byAddress.get(connection.address)]) if (group?.delete(connection)) group.add(connection);
    });
    if (open.size > limits.pipelined) stopFlood(connection);
    else if (request.headers['transfer-encoding'] !== undefined) watchChunks(request, () => stopFlood(connection));
  });
  // Otherwise Node would itself answer every `Expect` header other than 100-continue, without any limit.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));

  limitRequests(app, hasRateLimits ? limits.perAddress : Infinity, (socket) => bySocket.has(socket));
  return totals;
}

type RequestSink = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
type SocketWithParser = Socket & { readonly parser?: { onIncoming?: RequestSink | null } };

/**
 * Node reads up to 64 kB at once and would create thousands of small requests from it, even after the connection was closed at
 * the first. No documented API prevents it; the parser stops when the callback reports a protocol upgrade (2).
 */
function onEachRequest(socket: Socket, onRequest: () => void): void {
  const { parser } = socket as SocketWithParser;
  const onIncoming = parser?.onIncoming;
  if (!parser || !onIncoming) return;
  parser.onIncoming = (...incoming) => {
    if (!socket.destroyed) onRequest();
    return socket.destroyed ? 2 : onIncoming(...incoming);
  };
}

function pauseForIteration(connections: Iterable<Connection>): void {
  // Connections that send bodies continue: a hundred of them sending one after the other took more than a gigabyte.
  const between = Array.from(connections).filter(({ latest }) => !latest || !hasBody(latest));
  const sockets = between.map(({ socket }) => socket).filter((socket) => !socket.destroyed && !socket.isPaused());
  for (const socket of sockets) socket.pause();
  setImmediate(() => {
    for (const socket of sockets) socket.resume();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

function countIterations(): () => number {
  let iteration = 1;
  let isAsked = false;
  return () => {
    if (!isAsked) {
      isAsked = true;
      setImmediate(() => {
        iteration += 1;
        isAsked = false;
      });
    }
    return iteration;
  };
}

/** Up to this many chunks may be small; with more, their average must reach the minimum. */
const uncheckedChunks = 500;
const minMeanChunkBytes = 64;

/** A body in chunks of one byte takes a hundred times its size in memory, and time in proportion. */
function watchChunks(request: IncomingMessage, onFlood: () => void): void {
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, ...rest) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks <= uncheckedChunks || bytes >= chunks * minMeanChunkBytes) return push(chunk, ...rest);
    onFlood();
    return true;
  };
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
