import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { trustedProxies } from './trusted-proxy.ts';
import { Problem } from '#server/problem.ts';

export interface ConnectionLimits {
  /** Open connections of everybody together: each takes memory that others need. */
  readonly total: number;
  /** Open connections of one network address, and requests of one visitor's address that are being answered. */
  readonly perAddress: number;
  /** Requests that one connection may send without waiting for an answer. No browser or proxy sends a second one before the first answer. */
  readonly pipelined: number;
  /**
   * Requests of one visitor's address that are begun in one turn of the event loop; the next ones are read in the next turn. Each turn
   * lets in one new connection, so that long turns would keep newcomers waiting behind all who came before them.
   */
  readonly perIteration: number;
}

const productLimits: ConnectionLimits = { total: 2000, perAddress: 200, pipelined: 10, perIteration: 5 };

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests whose answer is not complete, oldest first. A connection without any is idle, also while a head arrives. */
  readonly open: Map<ServerResponse, IncomingMessage>;
  idleSince: number;
  /** The request that came last. */
  latest?: IncomingMessage;
  /** Requests that came in the turn of the event loop that is noted beside. */
  recent: { turn: number; requests: number };
}

/** Else one address could replace its own connections thousands of times a second, and be served each time. */
const replaceableAfterMs = 5000;

export interface ConnectionTotals {
  /** Idle ones that made room for another. */
  evicted: number;
  /** Those for which there was no room, and those that sent too many requests at once. */
  refused: number;
}

/**
 * Bounds what one address, and all together, can keep open. Whoever comes when all connections are taken is let in at the cost of
 * the one that has been idle longest, or else of the slowest of the address that has most. Within one address a connection makes
 * room for another only when it has been idle for some seconds.
 */
export function limitConnections(
  app: FastifyInstance,
  { trustProxy, hasRateLimits }: Pick<Config, 'trustProxy' | 'hasRateLimits'>,
  limits: ConnectionLimits = productLimits,
): ConnectionTotals {
  const totals: ConnectionTotals = { evicted: 0, refused: 0 };
  const isProxy = trustedProxies(trustProxy);
  /** The one that has been idle longest comes first: a connection moves to the end whenever it becomes idle. */
  const all = new Set<Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const bySocket = new WeakMap<Socket, Connection>();

  const turn = countIterations();
  const lastTurns = new Map<string, { readonly turn: number; readonly requests: number }>();
  const countRequest = (address: string): void => {
    const now = turn();
    const last = lastTurns.get(address);
    const requests = last?.turn === now ? last.requests + 1 : 1;
    lastTurns.set(address, { turn: now, requests });
    if (requests === limits.perIteration) pauseForIteration(byAddress.get(address) ?? []);
  };

  const isLimited = ({ remoteAddress }: Socket): boolean => hasRateLimits && !isProxy(remoteAddress);

  const remove = (connection: Connection): void => {
    all.delete(connection);
    const group = byAddress.get(connection.address);
    group?.delete(connection);
    if (group?.size !== 0) return;
    byAddress.delete(connection.address);
    lastTurns.delete(connection.address);
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
        // Without waiting for the other side to say goodbye: a refused connection costs as little as possible.
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
      recent: { turn: 0, requests: 0 },
    };
    bySocket.set(socket, connection);
    all.add(connection);
    // Closing the victim may have removed the group.
    byAddress.set(address, group.add(connection));
    onEachRequest(socket, () => {
      const now = turn();
      connection.recent = { turn: now, requests: connection.recent.turn === now ? connection.recent.requests + 1 : 1 };
      // Many that are answered at once would all be answered before anybody else is heard.
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
    else if (request.headers['transfer-encoding'] !== undefined) watchPieces(request, () => stopFlood(connection));
  });
  // Else Node would answer by itself what expects anything but to go on, however much of it comes.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));

  limitRequests(app, hasRateLimits ? limits.perAddress : Infinity, (socket) => bySocket.has(socket));
  return totals;
}

type RequestSink = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
type SocketWithParser = Socket & { readonly parser?: { onIncoming?: RequestSink | null } };

/**
 * Calls `onRequest` before anything is made of a request. Node reads up to 64 kB at once and would make thousands of small requests of
 * it although the connection was closed at the first. There is no documented way to stop it: the parser stops where it is told that
 * another protocol begins (2).
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

/** What these connections send is read from the next turn of the event loop on. */
function pauseForIteration(connections: Iterable<Connection>): void {
  // Bodies are not held up: with a hundred connections that send one after the other they took more than a gigabyte.
  const between = Array.from(connections).filter(({ latest }) => !latest || !hasBody(latest));
  const sockets = between.map(({ socket }) => socket).filter((socket) => !socket.destroyed && !socket.isPaused());
  for (const socket of sockets) socket.pause();
  setImmediate(() => {
    for (const socket of sockets) socket.resume();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** The number of the event loop's turn in which it is asked. */
function countIterations(): () => number {
  let turn = 1;
  let isAsked = false;
  return () => {
    if (!isAsked) {
      isAsked = true;
      setImmediate(() => {
        turn += 1;
        isAsked = false;
      });
    }
    return turn;
  };
}

/** So many may be small, then each must hold as much as this on average. */
const fewPieces = 500;
const leastBytesOfPiece = 64;

/** A body in pieces of one byte each takes a hundred times its size in memory, and as much more time. */
function watchPieces(request: IncomingMessage, onFlood: () => void): void {
  let pieces = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null, ...rest) => {
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces <= fewPieces || bytes >= pieces * leastBytesOfPiece) return push(piece, ...rest);
    onFlood();
    return true;
  };
}

/** Behind a proxy all visitors come over its connections, so that their requests are counted instead. */
function limitRequests(app: FastifyInstance, most: number, isConnection: (socket: Socket) => boolean): void {
  const counts = new Map<string, number>();
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    // The flood for which the connection was closed.
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

/** Of those that are all busy: whoever takes long to send the request, else whoever takes long to read the answer. */
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
