import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import type { SignedIn } from './guards.ts';
import { Problem } from '#server/problem.ts';

const maxDepth = 20;
/** Several times what the 2,000 events of the largest request have. */
const maxContainers = 50_000;
const maxNames = 100_000;
const maxNamesOfObject = 200;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Whether a JSON text has so many objects and lists, or objects with so many names, that parsing and validating it would block the event
 * loop: an object of 300,000 names takes a second. The text may be invalid.
 */
function isTooComplex(text: string): boolean {
  const open: { names: number }[] = [];
  let [containers, names] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openObject || code === openList) {
      containers += 1;
      open.push({ names: 0 });
      if (containers > maxContainers || open.length > maxDepth) return true;
    } else if (code === closeObject || code === closeList) open.pop();
    else if (code === colon) {
      names += 1;
      const object = open.at(-1);
      if (object) object.names += 1;
      if (names > maxNames || (object && object.names > maxNamesOfObject)) return true;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== quote && at < text.length; code = text.charCodeAt(at)) {
    at += code === backslash ? 2 : 1;
  }
  return at;
}

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
  limitLargeBodies(app);
  app.addHook('preValidation', async ({ body }) => {
    if (isDeeperThan(deepest, body)) throw new Problem('request.invalid');
  });
}

const smallBytes = 16 * 1024;
/** Whatever is in it, a body of this size is parsed and validated quickly. */
const quickBytes = 256 * 1024;

/** Parsing a large body takes about 20 ms and its objects some megabytes. */
const largeBodies = new Semaphore({ name: 'large_json_bodies', capacity: 32, waiting: 500, perCaller: 2, waitingPerCaller: 20 });

function limitLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, next) => {
    const { headers } = request;
    const isFile = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
    if (isFile || isSmall) return next(null, payload);
    const { viewer } = (request.viewerContext ?? {}) as Partial<SignedIn>;
    const begin = async (): Promise<void> => {
      const release = await largeBodies.enter();
      for (const event of ['finish', 'close']) reply.raw.once(event, release);
      await setImmediate();
    };
    runAs(callerOf(request, reply, viewer?.farmId), begin).then(() => next(null, payload), next);
  });
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
