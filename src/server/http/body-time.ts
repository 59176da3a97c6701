import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

export interface BodyTimes {
  /** Limit for JSON bodies, and for the rest of a body that was answered already. */
  readonly typedMs: number;
  /** A file must arrive at the least rate in each window: an average would let a client pause for hours. */
  readonly windowMs: number;
}

const productTimes: BodyTimes = { typedMs: 15_000, windowMs: 30_000 };
/** Half a megabit a second, a phone with a weak signal. */
const leastBytesPerSecond = 62_500;

/** Node has one timeout for every request, counted from its first byte. */
export const mostRequestMs = Math.max(
  ...Object.values<Route>(api).map(
    ({ file }) => productTimes.typedMs + Math.ceil(((file?.maxBytes ?? 0) / leastBytesPerSecond) * 1000),
  ),
);

interface Watch {
  readonly times: BodyTimes;
  timer?: NodeJS.Timeout;
}

const watches = new WeakMap<IncomingMessage, Watch>();

/** Times out bodies that arrive too slowly; only files of authenticated senders get more time. */
export function limitBodyTime(app: FastifyInstance, times: BodyTimes = productTimes): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const watch: Watch = { times };
      watches.set(raw, watch);
      raw.once('close', () => clearTimeout(watch.timer));
      closeAfterBody(raw);
      watch.timer = setTimeout(() => timeOut(request, reply), times.typedMs).unref();
      // The rest of a refused body is read for a while, because browsers read a response only after they have sent everything.
      reply.raw.once('finish', () => {
        clearTimeout(watch.timer);
        if (raw.complete) return;
        // A chunked body announces no length, and each chunk costs time.
        if (headers['transfer-encoding'] !== undefined) raw.destroy();
        else watch.timer = setTimeout(() => raw.destroy(), times.typedMs).unref();
      });
    }
    next();
  });
}

/**
 * Half-closes the connection after the response: closing it while the body still arrives would reset it, and a proxy that is still sending
 * would lose the response and report the server as down.
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

/** After authentication a file gets the time that a slow line needs. */
export function allowTimeForFile(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const watch = watches.get(raw);
  if (!watch) return;
  const { windowMs } = watch.times;
  const leastBytes = (leastBytesPerSecond * windowMs) / 1000;
  clearTimeout(watch.timer);
  let before = { bytes: raw.socket.bytesRead, unread: 0 };
  watch.timer = setInterval(() => {
    const now = { bytes: raw.socket.bytesRead, unread: raw.readableLength };
    const isSlow = now.bytes - before.bytes < leastBytes;
    // Data that has arrived and is not read yet waits for this server, not for the client.
    if (isSlow && before.unread === 0 && now.unread === 0) timeOut(request, reply);
    before = now;
  }, windowMs).unref();
}

/** Larger than any photo, so that it was not chosen by mistake. */
const largestByMistake = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a body, no longer than a JSON body may take: many browsers read a response only after they have sent
 * everything, and a proxy that is answered earlier (Caddy) soon aborts a sender that goes on.
 */
export async function discardBody({ raw, headers }: FastifyRequest): Promise<void> {
  const isLong = !(Number(headers['content-length']) <= largestByMistake);
  if (raw.complete || raw.readableEnded || raw.destroyed || isLong) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, watches.get(raw)?.times.typedMs).unref();
  raw.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

function timeOut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  if (reply.sent) raw.destroy();
  else sendProblem(reply.header('connection', 'close'), new Problem('request.too_slow'));
}
