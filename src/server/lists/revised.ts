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
 * Answers a route that depends on the farm's revision alone: 304 where the client has it, else the list from the cache, or else as
 * `write` gives it (decisions/0022). What is written meanwhile may already be in the answer: then its ETag is one too old, and the
 * next request gets the same once more.
 */
export function createRevised(route: Route, lists: ListAnswers): SendRevised {
  // Another version of the program may write the same records differently.
  const form = `${version} ${JSON.stringify(z.toJSONSchema(route.reply, { unrepresentable: 'any' }))}`;
  return async (request, reply, { farmId, viewer: { revision }, linkNext }, query, write) => {
    const understood = JSON.stringify(query ?? {});
    const address = `${route.path} ${understood}`;
    const { headers } = request;
    const etag = `W/"${hash('sha256', `${form} ${farmId} ${address}`, 'base64url').slice(0, 22)}-${revision}"`;
    if (names(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
    const encoding = encodingFor(headers['accept-encoding']);
    const describe = (): void => {
      reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' });
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
    };
    if (request.method === 'HEAD') {
      // How long the list is would be known only when it is written.
      describe();
      return reply.send(Readable.from([]));
    }
    const name = { farmId, revision, address, encoding, isCacheable: understood === '{}' };
    const { body, next } = await lists.get(name, await write(), reply.raw);
    if (next !== undefined) linkNext(next);
    describe();
    return Buffer.isBuffer(body) ? reply.send(body) : reply.header('content-length', body.bytes).send(body.read());
  };
}

/** Compared weakly, as If-None-Match is (RFC 9110, 13.1.2). */
const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?:W\/)?/, 'W/') === etag);
