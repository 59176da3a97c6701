import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import type { InFarm } from './guards.ts';
import { encodingFor, type KeptAnswers } from './kept-answers.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };

export type SendRevised = (
  request: FastifyRequest,
  reply: FastifyReply,
  context: InFarm,
  write: () => Promise<Buffer>,
) => Promise<FastifyReply>;

/**
 * Answers a route that depends on the farm's revision alone: 304 where the client has it, else from memory, else as `write` gives
 * it (decisions/0022). What is written meanwhile may already be in the answer: then its ETag is one too old, and the next request
 * gets the same once more.
 */
export function createRevised(route: Route, kept: KeptAnswers): SendRevised {
  // Another version of the program may write the same records differently.
  const form = `${version} ${JSON.stringify(z.toJSONSchema(route.reply, { unrepresentable: 'any' }))}`;
  return async (request, reply, { farmId, viewer: { revision } }, write) => {
    const { url, headers } = request;
    const etag = `W/"${hash('sha256', `${form} ${farmId} ${url}`, 'base64url').slice(0, 22)}-${revision}"`;
    if (names(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
    // Pages are short and many: only complete lists are kept.
    const isKept = !url.includes('?');
    const encoding = isKept ? encodingFor(headers['accept-encoding']) : 'identity';
    const bytes = await (isKept ? kept.get({ farmId, revision, url }, encoding, write) : write());
    reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  };
}

/** Compared weakly, as If-None-Match is (RFC 9110, 13.1.2). */
const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?:W\/)?/, 'W/') === etag);
