import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

export interface BodyTimeouts {
  readonly jsonMs: number;
  /** A file must arrive at the minimum rate in each window: an average would let a client pause for hours. */
  readonly windowMs: number;
}

const productTimeouts: BodyTimeouts = { jsonMs: 15_000, windowMs: 30_000 };
/** Half a megabit a second, as on a phone with a weak signal. */
const minBytesPerSecond = 62_500;

export const maxRequestMs = Math.max(
  ...Object.values<Route>(api).map(
    ({ file }) => productTimeouts.jsonMs + Math.ceil(((file?.maxBytes ?? 0) / minBytesPerSecond) * 1000),
  ),
);

interface Watch {
  readonly timeouts: BodyTimeouts;
  timer?: NodeJS.Timeout;
}

const watches = new WeakMap<IncomingMessage, Watch>();

export function limitBodyTime(app: FastifyInstance, timeouts: BodyTimeouts = productTimeouts): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const watch: Watch = { timeouts };
      watches.set(raw, watch);
      raw.once('close', () => clearTimeout(watch.timer));
      closeAfterBody(raw);
      watch.timer = setTimeout(() => timeOut(request, reply), timeouts.jsonMs).unref();
      reply.raw.once('finish', () => {
        clearTimeout(watch.timer);
        if (raw.complete) return;
        // A chunked body announces no length, and each chunk costs time.
        if (headers['transfer-encoding'] !== undefined) raw.destroy();
        else watch.timer = setTimeout(() => raw.destroy(), timeouts.jsonMs).unref();
      });
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

export function allowTimeForFile(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const watch = watches.get(raw);
  if (!watch) return;
  const { windowMs } = watch.timeouts;
  const minBytes = (minBytesPerSecond * windowMs) / 1000;
  clearTimeout(watch.timer);
  let before = { bytes: raw.socket.bytesRead, unread: 0 };
  watch.timer = setInterval(() => {
    const now = { bytes: raw.socket.bytesRead, unread: raw.readableLength };
    const isSlow = now.bytes - before.bytes < minBytes;
    // Data that has arrived and is not yet read waits for this server, not for the client.
    if (isSlow && before.unread === 0 && now.unread === 0) timeOut(request, reply);
    before = now;
  }, windowMs).unref();
}

const largestDiscarded = 64 * 1024 * 1024;

/**
 * Discards the rest of a body: many browsers read a response only after they have sent everything, and a proxy that is answered earlier
 * (Caddy) soon aborts a client that goes on sending.
 */
export async function discardBody({ raw, headers }: FastifyRequest): Promise<void> {
  const isLong = !(Number(headers['content-length']) <= largestDiscarded);
  if (raw.complete || raw.readableEnded || raw.destroyed || isLong) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, watches.get(raw)?.timeouts.jsonMs).unref();
  raw.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

function timeOut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  if (reply.sent) raw.destroy();
  else sendProblem(reply.header('connection', 'close'), new Problem('request.too_slow'));
}
