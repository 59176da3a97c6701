import { Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, RequestPayload } from 'fastify';
import { type Caller, CallerGone, callerOf, runAs } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyBytes, releaseAfter, sharesOfBodies } from './body-bytes.ts';
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
    else if (body.length >= maxParts && body.split(/[:{[]/, maxParts + 1).length > maxParts) done(new Problem('request.invalid'));
    else void parseJson(request, body, done);
  });
  limitLargeBodies(app);
  app.addHook('preValidation', async ({ body }) => {
    if (isDeeperThan(deepest, body)) throw new Problem('request.invalid');
  });
}

const smallBytes = 16 * 1024;
/** Names, objects and lists: twice what the 2,000 events of the largest request have. Parsing far more would block the event loop. */
const maxParts = 100_000;

const largeBodies = new Semaphore({ name: 'large_json_bodies', waiting: 500, ...sharesOfBodies });
const memory = new BodyBytes(largeBodies, 32 * 1024 * 1024);
/** What a body says takes some megabytes until its request is answered. */
const largeRequests = new Semaphore({ name: 'large_json_requests', capacity: 32, waiting: 1000 });

function limitLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, next) => {
    const { headers } = request;
    const isFile = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
    if (isFile || isSmall) return next(null, payload);
    const { viewer } = (request.viewerContext ?? {}) as Partial<SignedIn>;
    const caller = callerOf(request, reply, viewer?.farmId);
    runAs(caller, () => receive(reply, payload, caller)).then((received) => next(null, received), next);
  });
}

async function receive({ raw }: FastifyReply, payload: RequestPayload, caller: Caller): Promise<Transform> {
  releaseAfter(raw, await largeBodies.enter());
  const received = new Transform({
    transform: (chunk: Buffer, _, done) => {
      body.add(chunk.length);
      done(null, chunk);
    },
    flush: (done) => {
      body.arrive();
      runAs(caller, () => largeRequests.enter()).then((release) => {
        releaseAfter(raw, release);
        done();
      }, done);
    },
  });
  const stop = (reason?: Problem): void => {
    // Browsers read a response only after they have sent everything.
    payload.unpipe().resume();
    received.destroy(reason);
  };
  const body = memory.hold(() => stop(new Problem('server.busy', { retryAfter: 1 })));
  releaseAfter(raw, body.release);
  releaseAfter(raw, stop);
  // Fastify listens only while it reads.
  received.on('error', () => {});
  await setImmediate();
  if (received.destroyed) throw received.errored ?? new CallerGone();
  return payload.pipe(received);
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
