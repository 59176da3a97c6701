import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import type { InFarm } from '#server/http/guards.ts';
import { encodingFor } from '#server/http/encoding.ts';
import type { ListAnswers } from './list-answers.ts';
import type { JsonList } from './pages.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };

export type SendRevised = (
  request: FastifyRequest,
  reply: FastifyReply,
  context: InFarm,
  query: unknown,
  write: () => Promise<JsonList>,
) => Promise<FastifyReply>;

/**
 * Answers a route that depends on the farm's revision alone with 304, the cached list, or the list from `write` (decision 22). A list may
 * already contain a concurrent write: then its ETag is one too old, and the next request gets it again.
 */
export function createRevised(route: Route, lists: ListAnswers): SendRevised {
  let form: string | undefined;
  return async (request, reply, { farmId, viewer: { revision }, linkNext }, query, write) => {
    const parsedQuery = JSON.stringify(query ?? {});
    const address = `${route.path} ${parsedQuery}`;
    const { headers } = request;
    form ??= formOf(route.reply);
    const etag = `W/"${hash('sha256', `${form} ${farmId} ${address}`, 'base64url').slice(0, 22)}-${revision}"`;
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
    const encoding = encodingFor(headers['accept-encoding']);
    const setHeaders = (): void => {
      reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' });
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
    };
    if (request.method === 'HEAD') {
      setHeaders();
      return reply.send(Readable.from([]));
    }
    const name = { farmId, revision, address, encoding, isCacheable: parsedQuery === '{}' };
    const { body, next } = await lists.get(name, await write(), reply.raw);
    if (next !== undefined) linkNext(next);
    setHeaders();
    return Buffer.isBuffer(body) ? reply.send(body) : reply.header('content-length', body.bytes).send(body.read());
  };
}

/** Another version of the program may format the same records differently. */
const formOf = (reply: z.ZodType): string =>
  hash('sha256', `${version} ${JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }))}`, 'base64url');

/** Weak comparison, as for If-None-Match (RFC 9110, 13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?:W\/)?/, 'W/') === etag);
