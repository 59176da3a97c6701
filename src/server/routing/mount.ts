import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { addsRecords, type FileBody, type Parsed, type Reply, type Route, type RouteTable } from '#contract/route.ts';
import { operationHeaders } from '#domain/offline.ts';
import { allowTimeForFile, discardBody } from '#server/http/body-time.ts';
import { callerOf, runAs, type Caller } from '#server/concurrency/caller.ts';
import { sendDownload, type Download } from '#server/http/download.ts';
import { retryOnceIfDisconnected } from '#server/http/errors.ts';
import { withFile, type ReceivedFile } from '#server/http/file-body.ts';
import { withFileOnDisk, type FileOnDisk } from '#server/http/file-on-disk.ts';
import type { ContextOf, Guards, InFarm, SignedIn } from '#server/http/guards.ts';
import type { JsonList } from '#server/lists/pages.ts';
import { Problem } from '#server/problem.ts';
import { createRevised } from '#server/lists/revised.ts';
import { invalidInput } from './invalid-input.ts';
import { readTolerantly } from './tolerant-input.ts';

type WithFile<R> = R extends { readonly file: { readonly onDisk: true } }
  ? { readonly file: FileOnDisk }
  : R extends { readonly file: object }
    ? { readonly file: ReceivedFile }
    : unknown;

type Answer<R extends Route> = R extends { readonly download: object }
  ? Download | (R extends { readonly notModified: string } ? typeof notModified : never)
  : R extends { readonly byRevision: true }
    ? JsonList
    : R extends { readonly notModified: string }
      ? Reply<R> | typeof notModified
      : Reply<R>;

/** Returned by a handler to answer with 304. */
export const notModified = Symbol('not modified');

/** One handler per route: a missing, extra or mistyped one does not compile. */
export type Handlers<T extends RouteTable> = {
  readonly [K in keyof T]: (input: Parsed<T[K]> & WithFile<T[K]>, context: ContextOf<T[K]>) => Promise<Answer<T[K]>>;
};

/** Applies a call at most once for each operation id. Resolves with the reply, and the farm's revision that includes its effects. */
export type ApplyOnce = (
  name: string,
  request: Pick<FastifyRequest, 'headers' | 'params' | 'body'>,
  context: unknown,
) => Promise<{ readonly row: unknown; readonly revision: number }>;

/** The headers that say how far the farm was before a list that fills a copy is read. Rejects if the copy is not of this person and farm. */
export type PositionBefore = (
  headers: FastifyRequest['headers'],
  context: unknown,
) => Promise<Readonly<Record<string, string | number>>>;

/** What copies of a farm need of its calls. */
interface ForCopies {
  readonly applyOnce: ApplyOnce;
  readonly positionBefore: PositionBefore;
}

/** The default maximum of a body. */
export const defaultMaxBodyBytes = 256 * 1024;
const publicBodyLimit = 16 * 1024;

const noCompiler = () => () => {
  throw new Error('A route is described in the contract, without a schema of Fastify');
};

/** Requests and answers are checked by the schemas of the contract. Fastify's own compilers would only take time to load. */
export const noFastifySchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

/** Access is checked before anything is read or validated. */
export function mount<T extends RouteTable>(
  app: FastifyInstance,
  table: T,
  guards: Guards,
  handlers: Handlers<T>,
  forCopies?: ForCopies,
): void {
  for (const [name, route] of Object.entries<Route>(table)) {
    const sendRevised = route.byRevision && createRevised(route);
    const guard = route.access === 'farm' ? guards.farm(route, name) : guards[route.access];
    const handler = handlers[name as keyof T] as unknown as (input: unknown, context: unknown) => Promise<unknown>;
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      ...(route.access === 'public' && { bodyLimit: publicBodyLimit }),
      ...(route.maxBodyBytes !== undefined && { bodyLimit: route.maxBodyBytes }),
      // Before the body is read, so that uploads without a session are not received.
      onRequest: async (request, reply) => {
        request.viewerContext = await retryOnceIfDisconnected(() => guard(request, reply));
        rejectOtherTypes(route, request);
        if (route.file) allowTimeForFile(request, reply, route.file);
      },
      handler: (request, reply) => {
        const { viewer, access } = request.viewerContext as Partial<SignedIn>;
        const caller = callerOf(request, reply, viewer?.farmId, { addsRecords: addsRecords(route), access });
        return runAs(caller, async () => {
          if (route.offline && forCopies && request.headers[operationHeaders.id] !== undefined) {
            const { row, revision } = await forCopies.applyOnce(name, request, request.viewerContext);
            reply
              .code(route.status ?? 200)
              .header('cache-control', 'no-store')
              .header(operationHeaders.revision, revision);
            // A reply that was too long to be stored with the receipt is not repeated.
            return reply.send(row ?? null);
          }
          const input = parseInput(route, request);
          const handle = (file?: ReceivedFile | FileOnDisk) =>
            handler({ ...input, ...(file && { file }) }, request.viewerContext);
          const read = () => retryOnceIfDisconnected(handle);
          reply
            .code(route.status ?? 200)
            .header('cache-control', 'no-store')
            .header('x-robots-tag', 'noindex');
          if (route.method === 'GET' && forCopies && request.headers[operationHeaders.of] !== undefined) {
            reply.headers(await forCopies.positionBefore(request.headers, request.viewerContext));
          }
          if (sendRevised) {
            return sendRevised(request, reply, request.viewerContext as InFarm, input.query, handle as () => Promise<JsonList>);
          }
          const answer = await (route.file
            ? receive(request, route.file, caller, handle)
            : route.method === 'GET'
              ? read()
              : handle());
          if (answer === notModified) return reply.code(304).send();
          return route.download ? sendDownload(reply, answer as Download) : reply.send(route.reply.parse(answer));
        });
      },
    });
  }
}

async function receive<T>(
  request: FastifyRequest,
  file: FileBody,
  caller: Caller,
  handle: (file: ReceivedFile | FileOnDisk) => Promise<T>,
): Promise<T> {
  try {
    return await (file.onDisk ? withFileOnDisk(request, file, caller, handle) : withFile(request, file, caller, handle));
  } catch (error) {
    if (error instanceof Problem && error.status === 413) await discardBody(request);
    throw error;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    viewerContext: unknown;
  }
}

/** Another site can send a form without a preflight, so only routes that take a file accept one. */
function rejectOtherTypes(route: Route, request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined || type.startsWith('multipart/form-data') === (route.file !== undefined)) return;
  throw new Problem(route.file ? 'request.not_multipart' : 'request.not_json');
}

type Sent = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'log' | 'ip'>;

export function parseInput(route: Route, request: Sent): { params: unknown; query: unknown; body: unknown } {
  const params = route.params?.safeParse(request.params);
  // Nothing has an id that cannot exist.
  if (params?.success === false) throw new Problem(route.errors?.find((code) => errors[code][0] === 404) ?? 'route.not_found');
  const body = parse(route.body, request.body);
  logPrivilegedFields(request, body);
  return { params: params?.data, query: parse(route.query, request.query), body };
}

const privileged = /^(?:role|is_?admin|id|farm_?id|created_?at|(?:subscription|password)\w{0,40})$/i;

/** Fields that nobody may set are dropped like unknown ones (rule 7); the attempt is logged. */
function logPrivilegedFields(request: Sent, parsed: unknown): void {
  if (typeof request.body !== 'object' || request.body === null || typeof parsed !== 'object' || parsed === null) return;
  const fields = Object.keys(request.body)
    .filter((key) => privileged.test(key) && !Object.hasOwn(parsed, key))
    .slice(0, 10);
  if (fields.length > 0) request.log.warn({ security: 'privileged fields sent', fields, ip: request.ip }, 'fields were ignored');
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(readTolerantly(schema, value ?? {}));
  if (result.success) return result.data;
  throw invalidInput(schema, result.error.issues);
}
