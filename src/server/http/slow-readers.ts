import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createByteBudget, type Share } from '#server/concurrency/byte-budget.ts';
import { callerOf, type Caller } from '#server/concurrency/caller.ts';
import type { SignedIn } from './guards.ts';
import { Problem } from '#server/problem.ts';

export interface SlowReaderLimits {
  /** Without progress for this long, the client is considered gone; the operating system notices within twice that time. */
  readonly stallMs?: number;
  readonly bytesPerSecond?: number;
  readonly graceMs?: number;
  readonly maxBytes?: number;
}

const megabyte = 1024 * 1024;
const smallBytes = 16 * 1024;

/** Must be added after every hook that changes the payload. */
export function limitSlowReaders(app: FastifyInstance, limits: SlowReaderLimits = {}): void {
  const { stallMs = 30_000, maxBytes = 64 * megabyte } = limits;
  const unread = createByteBudget({
    capacity: () => maxBytes,
    perCaller: () => maxBytes / 2,
    createProblem: () => new Problem('server.busy', { retryAfter: 10 }),
  });
  /** Responses may share a buffer, which is counted once. */
  const sent = new Map<Buffer, { readonly share: Share; readonly readers: Set<ServerResponse> }>();

  const retain = (bytes: Buffer, caller: Caller, reader: ServerResponse): void => {
    const entry = sent.get(bytes);
    if (entry) return void entry.readers.add(reader);
    const readers = new Set([reader]);
    const share = unread.open(caller, () => {
      sent.delete(bytes);
      app.log.info({ caller: caller.key, bytes: bytes.length }, 'an answer that was not being read was cut off to make room');
      for (const each of readers) each.destroy();
    });
    try {
      share.take(bytes.length);
    } catch (error) {
      share.release();
      throw error;
    }
    sent.set(bytes, { share, readers });
  };

  const release = (bytes: Buffer, reader: ServerResponse): void => {
    const entry = sent.get(bytes);
    if (!entry?.readers.delete(reader) || entry.readers.size > 0) return;
    sent.delete(bytes);
    entry.share.release();
  };

  const limitTime = ({ raw }: FastifyReply, bytes: number | undefined): void => {
    // Node sets its own timeout for the next request on the connection. Injected requests have no socket.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(stallMs);
    if (bytes === undefined) return;
    const deadline = setTimeout(() => raw.destroy(), allowedMs(bytes, limits)).unref();
    raw.once('close', () => clearTimeout(deadline));
  };

  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = reply;
    if (payload instanceof Readable) {
      // Piping and the budgets add more listeners to a response than Node's warning allows.
      raw.setMaxListeners(20);
      const length = reply.getHeader('content-length');
      limitTime(reply, length === undefined ? undefined : Number(length));
      return done(null, payload);
    }
    const bytes = typeof payload === 'string' && payload.length >= smallBytes ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length < smallBytes) return done(null, payload);
    try {
      retain(bytes, readerOf(request, reply), raw);
    } catch (error) {
      for (const name of bodyHeaders) reply.removeHeader(name);
      return done(error as Error);
    }
    raw.once('close', () => release(bytes, raw));
    limitTime(reply, bytes.length);
    done(null, bytes);
  });
}

const readerOf = (request: FastifyRequest, reply: FastifyReply): Caller =>
  callerOf(request, reply, (request.viewerContext as Partial<SignedIn> | null)?.viewer?.farmId);

const bodyHeaders = ['content-encoding', 'content-length', 'content-disposition', 'etag', 'link', 'vary'];

export const allowedMs = (bytes: number, { bytesPerSecond = 16_384, graceMs = 60_000 }: SlowReaderLimits = {}): number =>
  graceMs + (bytes / bytesPerSecond) * 1000;
