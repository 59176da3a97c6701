import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { sendProblem } from './errors.ts';
import { Problem } from '#server/problem.ts';

export interface BodyTimes {
  /** For everything that is typed, and for what still arrives of a body that was answered already. */
  readonly typedMs: number;
  /** A file must arrive at the least rate in each of these windows: an average would let a client stand still for hours. */
  readonly windowMs: number;
}

const productTimes: BodyTimes = { typedMs: 15_000, windowMs: 30_000 };
/** A phone at the far end of the pasture: half a megabit a second. */
const leastBytesPerSecond = 62_500;

/** For Node, which has one limit for every request and counts from its first byte. */
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

/** Whoever sends a body a drop at a time is timed out; only where a file is expected, and the sender is known, is there more time. */
export function limitBodyTime(app: FastifyInstance, times: BodyTimes = productTimes): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const watch: Watch = { times };
      watches.set(raw, watch);
      raw.once('close', () => clearTimeout(watch.timer));
      closeAfterBody(raw);
      watch.timer = setTimeout(() => timeOut(request, reply), times.typedMs).unref();
      // Nobody waits for the rest of what was refused. It is read for a while, since a browser sees the refusal only after it has sent all.
      reply.raw.once('finish', () => {
        clearTimeout(watch.timer);
        if (raw.complete) return;
        // Of what comes in pieces nobody knows how much it is, and each piece takes time.
        if (headers['transfer-encoding'] !== undefined) raw.destroy();
        else watch.timer = setTimeout(() => raw.destroy(), times.typedMs).unref();
      });
    }
    next();
  });
}

/**
 * A connection that ends with its answer ends in that direction first. Closed in both while the body still arrives, it would be reset,
 * and a proxy that is still sending would lose the answer and tell the visitor that the server is away.
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

/** The guard has let the sender in: the file has the time that a slow line needs. */
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
    // What has arrived and is not read yet waits for this server, not for the client.
    if (isSlow && before.unread === 0 && now.unread === 0) timeOut(request, reply);
    before = now;
  }, windowMs).unref();
}

/** No photo is larger; what says that it is, nobody chose by mistake. */
const largestByMistake = 64 * 1024 * 1024;

/**
 * Until what still arrives of a body has been read and thrown away, but no longer than a typed one may take. Many browsers read an
 * answer only after they have sent all, and a proxy that is answered earlier (Caddy) soon breaks off a sender who goes on.
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
