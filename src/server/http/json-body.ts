import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyMemory } from './body-memory.ts';
import { sendProblem } from './errors.ts';
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

const largeBodies = new Semaphore({
  name: 'large_json_bodies',
  capacity: 1000,
  waiting: 500,
  perCaller: 2,
  waitingPerCaller: 20,
});
const memory = new BodyMemory(32 * 1024 * 1024);

function limitLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, next) => {
    const { headers } = request;
    const isFile = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
    if (isFile || isSmall) return next(null, payload);
    const { viewer } = (request.viewerContext ?? {}) as Partial<SignedIn>;
    const begin = async (): Promise<void> => {
      const release = await largeBodies.enter();
      const body = memory.hold(() => refuse(request, reply));
      for (const event of ['finish', 'close']) reply.raw.once(event, release).once(event, body.release);
      await setImmediate();
      payload.on('data', ({ length }: string | Buffer) => body.add(length)).once('end', body.arrive);
    };
    runAs(callerOf(request, reply, viewer?.farmId), begin).then(() => next(null, payload), next);
  });
}

function refuse({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  reply.raw.once('finish', () => raw.destroy());
  sendProblem(reply.header('connection', 'close'), new Problem('server.busy', { retryAfter: 1 }));
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
