import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '#server/http/errors.ts';
import { serveFiles } from './files.ts';
import { codeReaderPolicy, pagePolicy, workerPolicy } from './page-policy.ts';
import { preloadsFor } from './preloads.ts';
import { createPrerenderer, type ReadFirstListings } from './prerender.ts';
import { readScreens } from './screens.ts';
import { Problem } from '#server/problem.ts';

export interface PageDescription {
  readonly status: 200 | 404 | 429;
  readonly retryAfter?: number | undefined;
  /** Title and meta elements, escaped; undefined leaves those of the built page. */
  readonly head?: string;
}

export type DescribePage = (path: string, ip: string) => Promise<PageDescription | undefined>;

export interface PageSources {
  readonly describe: DescribePage;
  readonly readFirstListings: ReadFirstListings;
}

export async function serveWeb(
  app: FastifyInstance,
  webDir: string,
  { describe, readFirstListings }: PageSources,
): Promise<void> {
  const indexFile = join(webDir, 'index.html');
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
  const deferredPage = page === undefined ? '' : withDeferredScripts(page);
  const shellFile = join(webDir, 'shell.html');
  // One policy for both, so that a page from the service worker has the same permissions as one from the server.
  const policy = pagePolicy(deferredPage + (existsSync(shellFile) ? readFileSync(shellFile, 'utf8') : ''));
  if (page !== undefined) {
    await serveFiles(app, webDir, (path) => headersOfFile(path, policy));
  }

  const { screenAt, screenAfterRedirect, readPrerendered } = readScreens(webDir);
  const prerender = createPrerenderer({
    rendererDir: join(webDir, '../view'),
    readFirstListings,
    readPrerendered,
    warn: (error) => app.log.warn(error, 'A screen could not be prerendered.'),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const { url } = request;
    const path = url.split('?', 1)[0] ?? '/';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && page !== undefined && !/^\/(?:api|uploads|assets)(?:\/|$)/.test(path);
    if (!isPage) return sendProblem(reply, new Problem('route.not_found'));
    const requested = screenAt(path);
    const description = await describe(path, request.ip);
    if (description?.retryAfter !== undefined) reply.header('retry-after', String(description.retryAfter));
    const cookies = request.headers.cookie ?? '';
    const isSignedIn = /(?:^|; )(?:__Host-)?session=/.test(cookies);
    const screen = requested && screenAfterRedirect(requested, isSignedIn);
    const { body, hasListings } = await prerender({ screen, request, isSignedIn });
    const preloads = preloadsFor({ screen, isSignedIn, hasSearch: path !== url, hasListings });
    const html = withHead(hasListings ? deferredPage : page, description?.head)
      .replace('</head>', () => `${hasListings ? preloads.replaceAll(' rel=', ' data-rel=') : preloads}</head>`)
      .replace('<div id="root"></div>', () => body);
    return reply
      .code(description?.status ?? (requested ? 200 : 404))
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** The service worker and the shell are revalidated each time; other files without a hash in their name are cached for up to an hour. */
function headersOfFile(path: string, policy: string): Readonly<Record<string, string>> {
  if (path.startsWith('assets/')) {
    const isCodeReader = path.startsWith('assets/code-reader.worker-');
    return {
      'cache-control': 'public, max-age=31536000, immutable',
      ...(isCodeReader && { 'content-security-policy': codeReaderPolicy }),
    };
  }
  if (path === 'sw.js') return { 'cache-control': 'no-cache', 'content-security-policy': workerPolicy };
  if (path === 'shell.html') return { 'cache-control': 'no-cache', 'content-security-policy': policy };
  return { 'cache-control': 'public, max-age=3600' };
}

/**
 * Prerendered listings are painted before scripts are requested, which on a slow line would compete with their pictures. A hidden window
 * does not paint and requests them at once.
 */
const fetchScriptsAfterPaint = `(function () {
  var start = function () {
    start = function () {};
    document.querySelectorAll('link[data-rel]').forEach(function (link) { link.rel = link.dataset.rel; });
    document.querySelectorAll('link[data-module]').forEach(function (link) {
      var script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = '';
      script.src = link.dataset.module;
      document.head.append(script);
    });
  };
  if (document.hidden) start();
  else requestAnimationFrame(function () { setTimeout(function () { start(); }); });
  setTimeout(function () { start(); }, 2000);
})();`;

const withDeferredScripts = (page: string): string =>
  page
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
    .replaceAll(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, '<link data-module="$1">')
    .replace('</body>', () => `<script>${fetchScriptsAfterPaint}</script></body>`);

const withHead = (page: string, head: string | undefined): string =>
  head === undefined ? page : page.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head);
