import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import type { FileBody, Route } from '#contract/route.ts';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

const jsonMs = 15_000;
/** Half a megabit a second, as on a phone with a weak signal. */
const minBytesPerSecond = 62_500;

/** A whole farm may be written for minutes, in which nothing passes over the connection. */
const longWorkMs = 600_000;

const fileMs = ({ maxBytes }: FileBody): number => jsonMs + Math.ceil((maxBytes / minBytesPerSecond) * 1000);

/** Calls `onSlow` after each `everyMs` in which fewer bytes than `minBytesPerSecond` allows have passed. Returns how to stop it. */
export function watchRate(readBytes: () => number, everyMs: number, onSlow: () => void): () => void {
  let before = readBytes();
  const timer = setInterval(() => {
    const bytes = readBytes();
    if (bytes - before < (minBytesPerSecond * everyMs) / 1000) onSlow();
    before = bytes;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

export const maxRequestMs = Math.max(...Object.values<Route>(api).map(({ file }) => (file ? fileMs(file) : jsonMs)));

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

export function limitBodyTime(app: FastifyInstance, ms = jsonMs): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      closeAfterBody(raw);
      allowTime(request, reply, ms);
      // The rest of a body that was refused gets no more time than any other.
      reply.raw.once('finish', () => {
        if (!hasArrived(raw)) allowTime(request, reply, ms);
      });
      raw.once('close', () => clearTimeout(timers.get(raw)));
    }
    next();
  });
}

/**
 * Half-closes the connection after the response: a full close would reset it while the body still arrives, and a proxy that is still
 * sending would lose the response and report the server as down.
 */
function closeAfterBody(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    const close = (): void => Socket.prototype.destroySoon.call(socket);
    if (raw.complete) return close();
    raw.once('end', close);
    socket.end();
  };
}

export function allowTimeForFile(request: FastifyRequest, reply: FastifyReply, file: FileBody): void {
  allowTime(request, reply, fileMs(file));
  if (file.onDisk) request.raw.once('end', () => reply.raw.setTimeout(longWorkMs, () => reply.raw.destroy()));
}

function allowTime({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  clearTimeout(timers.get(raw));
  const timeOut = (): void => {
    if (hasArrived(raw)) return;
    if (reply.sent) raw.destroy();
    else sendProblem(reply.header('connection', 'close'), new Problem('request.too_slow'));
  };
  timers.set(raw, setTimeout(timeOut, ms).unref());
}

/** A request that a test injects has no connection and no `complete`: it has arrived from the beginning. */
const hasArrived = ({ complete }: Partial<IncomingMessage>): boolean => complete !== false;

const largestDiscarded = 64 * 1024 * 1024;

/**
 * Discards the rest of a body: many browsers read a response only after they have sent everything, and a proxy that is answered earlier
 * (Caddy) soon aborts a client that goes on sending.
 */
export async function discardBody({ raw, headers }: FastifyRequest): Promise<void> {
  const isLong = !(Number(headers['content-length']) <= largestDiscarded);
  if (hasArrived(raw) || raw.destroyed || isLong) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, jsonMs).unref();
  raw.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}
