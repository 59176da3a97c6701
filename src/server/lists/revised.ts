import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import type { InFarm } from '#server/http/guards.ts';
import { compress, createEncoder, encodingFor, type Encoding } from '#server/http/encoding.ts';
import { retryOnceIfDisconnected } from '#server/http/errors.ts';
import { longAnswers } from '#server/http/unsent-answers.ts';
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
 * Answers a route that depends on the farm's revision alone with 304 or the list from `write` (decision 22). A list may already contain a
 * concurrent write: then its ETag is one too old, and the next request gets it again.
 */
export function createRevised(route: Route): SendRevised {
  let form: string | undefined;
  return async ({ headers, method }, reply, { farmId, viewer: { revision }, linkNext }, query, write) => {
    form ??= formOf(route.reply);
    const address = `${route.path} ${JSON.stringify(query ?? {})}`;
    const etag = `W/"${hash('sha256', `${form} ${farmId} ${address}`, 'base64url').slice(0, 22)}-${revision}"`;
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
    // Read before the headers are set, which an error does not have.
    const encoding = encodingFor(headers['accept-encoding']);
    const list =
      method === 'HEAD' ? undefined : await longAnswers.run(async () => encoded(await retryOnceIfDisconnected(write), encoding));
    reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    if (!list) return reply.send('');
    const { body, next } = list;
    if (next !== undefined) linkNext(next);
    return reply.send(body);
  };
}

async function encoded(list: JsonList, encoding: Encoding): Promise<JsonList> {
  const { body } = list;
  if (encoding === 'identity') return list;
  return {
    ...list,
    body: Buffer.isBuffer(body) ? await compress(body, encoding) : pipeline(body, createEncoder(encoding), () => {}),
  };
}

/** Another version of the program may format the same records differently. */
const formOf = (reply: z.ZodType): string =>
  hash('sha256', `${version} ${JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }))}`, 'base64url');

/** Weak comparison, as for If-None-Match (RFC 9110, 13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?:W\/)?/, 'W/') === etag);
