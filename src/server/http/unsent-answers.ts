import type { FastifyInstance } from 'fastify';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyBytes, releaseAfter } from './body-bytes.ts';
import type { SignedIn } from './guards.ts';

/** For what takes some megabytes until it is sent; nobody waits for others. */
export const longAnswers = new Semaphore({ name: 'long_answers', capacity: 1000, perCaller: 2, waiting: 1000 });
const unsent = new BodyBytes(longAnswers, 48 * 1024 * 1024);

const smallBytes = 16 * 1024;
/** What a list that is read as it is sent holds, with its encoder. */
const bytesOfStream = 2 * 1024 * 1024;

const idleMs = 60_000;

/**
 * Bounds the answers that clients do not read. Beyond the limit the connection of the caller who holds the most is closed, as is one that
 * takes nothing for a minute. Downloads have a bound of their own (download.ts).
 */
export function limitUnsentAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const bytes = isWhole ? payload.length : payload && !reply.hasHeader('content-length') ? bytesOfStream : 0;
    if (bytes > smallBytes && !reply.hasHeader('content-disposition')) {
      const { viewer } = (request.viewerContext ?? {}) as Partial<SignedIn>;
      const answer = runAs(callerOf(request, reply, viewer?.farmId), () => unsent.hold(() => reply.raw.destroy()));
      releaseAfter(reply.raw, answer.release);
      answer.add(bytes);
      reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
    }
    done(null, payload);
  });
}
