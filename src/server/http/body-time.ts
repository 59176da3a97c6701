import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { sendProblem } from './errors.ts';
import { Problem } from './problem.ts';

/** For everything that is typed. */
const ordinaryMs = 15_000;
/** A phone at the far end of the pasture: half a megabit a second. */
const slowestBytesPerSecond = 62_500;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** How long the file of a route may take to arrive. */
export const fileMs = (maxBytes: number): number => ordinaryMs + Math.ceil((maxBytes / slowestBytesPerSecond) * 1000);

/** For Node, which has one limit for every request and counts from its first byte. */
export const longestRequestMs = Math.max(
  ...Object.values<Route>(api).map(({ file }) => (file ? fileMs(file.maxBytes) : ordinaryMs)),
);

/** Who sends a body a drop at a time is shown out after 15 s; only where a file is expected, and the sender is known, there is more. */
export function limitBodyTime(app: FastifyInstance, typedMs = ordinaryMs): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      raw.once('close', () => clearTimeout(timers.get(raw)));
      watch(request, reply, typedMs);
    }
    next();
  });
}

/** The guard has let the sender in: the file has the time that a slow line needs. */
export function allowTimeForFile(request: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  if (timers.has(request.raw)) watch(request, reply, fileMs(maxBytes));
}

function watch(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request;
  clearTimeout(timers.get(raw));
  const showOut = (): void => {
    if (raw.complete || raw.readableEnded) return;
    // Answered already (a refusal): nobody waits for the rest.
    if (reply.sent) raw.destroy();
    else sendProblem(reply.header('connection', 'close'), new Problem('request.too_slow'));
  };
  timers.set(raw, setTimeout(showOut, ms).unref());
}
