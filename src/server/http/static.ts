import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isScreen } from '#domain/screens.ts';
import { sendProblem } from './errors.ts';
import { openFirstLoad } from './first-load.ts';
import { Problem } from './problem.ts';

/** Radix locks the page's scrolling through a style element; it carries the nonce of its answer, and nothing else may. */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What the first HTML of an address says to search engines and chat previews, before any script runs. */
export interface PageDescription {
  readonly status: 200 | 404;
  /** Title and meta elements, escaped; undefined: the page's own. */
  readonly head?: string;
}

/** Undefined for an address that has nothing of its own to say. */
export type DescribePage = (path: string) => Promise<PageDescription | undefined>;

/**
 * The built web part: hashed files for ever, and the page for every address that is not the API's. Where there is no screen it
 * comes with 404 and says so itself.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, describe: DescribePage): Promise<void> {
  const indexFile = join(webDir, 'index.html');
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: resolve(webDir),
      index: false,
      // The build leaves a .br and a .gz beside each file.
      preCompressed: true,
      // Asked for by name only: an address without a file falls through to the page below.
      wildcard: false,
      // The page needs its nonce: it is only ever sent below.
      globIgnore: ['index.html'],
      setHeaders: (response, path) => {
        response.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }

  const firstLoad = openFirstLoad(webDir);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && page !== undefined && !/^\/(?:api|uploads|assets)(?:\/|$)/.test(path);
    if (!isPage) return sendProblem(reply, new Problem('route.not_found'));
    const nonce = randomBytes(16).toString('base64');
    const description = await describe(path);
    const start = firstLoad(request.url, /(?:^|; )(?:__Host-)?session=/.test(request.headers.cookie ?? ''));
    return reply
      .code(description?.status ?? (isScreen(path) ? 200 : 404))
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        withHead(page, description?.head)
          .replace('</title>', () => `</title>${start}`)
          .replaceAll('__CSP_NONCE__', nonce),
      );
  });
}

/** Puts a head of its own in the place of the page's title and description. */
const withHead = (page: string, head: string | undefined): string =>
  head === undefined ? page : page.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head);
