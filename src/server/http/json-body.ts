import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { sendProblem } from './errors.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { bodiesInMemory } from './file-body.ts';
import { isTooComplex } from './json-complexity.ts';
import type { SignedIn } from './guards.ts';
import { Problem } from '#server/problem.ts';

/** Deeper than any body of the contract, and far below the limit of recursion. */
const deepest = 20;

/** text/plain is rejected, because another site can send it without a preflight. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients send the type with every request. A request without a body is the same with and without it.
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else if (body.length > quickBytes && isTooComplex(body)) done(new Problem('request.invalid'));
    else void parseJson(request, body, done);
  });
  countBytes(app);
  app.addHook('preValidation', async ({ body }) => {
    if (isDeeperThan(deepest, body)) throw new Problem('request.invalid');
  });
}

const smallBytes = 16 * 1024;
/** Whatever is in it, a body of this size is parsed and validated quickly. */
const quickBytes = 256 * 1024;

/** Parsing a large body takes about 20 ms, so one caller's are spread over iterations of the event loop. */
const bodies = createFairQueue({
  name: 'large_json_bodies',
  capacity: 500,
  waiting: 500,
  perCaller: 2,
  waitingPerCaller: 20,
});

function countBytes(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, next) => {
    const { headers } = request;
    const isFile = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
    if (isFile || isSmall) return next(null, payload);
    const { viewer } = (request.viewerContext ?? {}) as Partial<SignedIn>;
    const caller = callerOf(request, reply, viewer?.farmId);
    const receive = async (): Promise<void> => {
      await setImmediate();
      caller.signal.throwIfAborted();
      const parsed = Promise.withResolvers<void>();
      const share = bodiesInMemory.open(caller, reject);
      for (const event of ['finish', 'close']) {
        reply.raw.once(event, () => {
          share.release();
          parsed.resolve();
        });
      }
      payload.on('data', (chunk: Buffer) => {
        try {
          share.take(chunk.length);
        } catch (error) {
          share.release();
          reject(error as Problem);
        }
      });
      payload.once('end', () => {
        share.complete();
        parsed.resolve();
      });
      next(null, payload);
      await parsed.promise;
    };
    const reject = (problem: Problem): void => {
      if (!reply.sent) sendProblem(reply.header('connection', 'close'), problem);
    };
    runAs(caller, () => bodies.run(receive)).catch((error: Error) => next(error));
  });
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
