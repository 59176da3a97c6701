import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { sendProblem } from '#server/http/errors.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { openFirstViews, type Shows } from './first-view.ts';
import { preloadsFor } from './preloads.ts';
import { readScreens } from './screens.ts';
import { Problem } from '#server/problem.ts';

/** Radix locks the page's scrolling through a style element; it carries the nonce of its answer, and nothing else may. */
const pagePolicy = (nonce: string, scripts: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
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
  readonly status: 200 | 404 | 429;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Title and meta elements, escaped; undefined: the page's own. */
  readonly head?: string;
}

/** Undefined for an address that has nothing of its own to say. */
export type DescribePage = (path: string, ip: string) => Promise<PageDescription | undefined>;

/** What the web part asks of the features. */
export interface WebParts extends Shows {
  readonly describe: DescribePage;
}

/**
 * The built web part: hashed files for ever, and the page for every address that is not the API's. Where there is no screen it
 * comes with 404 and says so itself.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, { describe, ...shows }: WebParts): Promise<void> {
  const indexFile = join(webDir, 'index.html');
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
  if (page !== undefined) {
    await app.register(async (files) => {
      takeTurns(files);
      await files.register(fastifyStatic, {
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
    });
  }

  const { screenAt, screenAfterRedirect } = readScreens(webDir);
  const firstView = openFirstViews(join(webDir, '../view'), shows, (fault) =>
    app.log.warn(fault, 'The first view could not be drawn.'),
  );
  const latePage = page === undefined ? '' : withLateScripts(page);
  const ownScripts = digestsOf(latePage);
  app.setNotFoundHandler(async (request, reply) => {
    const { url } = request;
    const path = url.split('?', 1)[0] ?? '/';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && page !== undefined && !/^\/(?:api|uploads|assets)(?:\/|$)/.test(path);
    if (!isPage) return sendProblem(reply, new Problem('route.not_found'));
    const nonce = randomBytes(16).toString('base64');
    const asked = screenAt(path);
    const description = await describe(path, request.ip);
    if (description?.retryAfter !== undefined) reply.header('retry-after', String(description.retryAfter));
    const cookies = request.headers.cookie ?? '';
    const isSignedIn = /(?:^|; )(?:__Host-)?session=/.test(cookies);
    const screen = asked && screenAfterRedirect(asked, isSignedIn);
    const view = await firstView({ screen: cookies.includes(foldedSidebar) ? undefined : screen, request, isSignedIn });
    const preloads = preloadsFor({ screen, isSignedIn, hasSearch: path !== url, hasListings: view.hasListings });
    const html = withHead((view.hasListings ? latePage : page).replaceAll('__CSP_NONCE__', nonce), description?.head)
      .replace('</head>', () => `${view.hasListings ? preloads.replaceAll(' rel=', ' data-rel=') : preloads}</head>`)
      .replace('<div id="root"></div>', () => view.body);
    return reply
      .code(description?.status ?? (asked ? 200 : 404))
      .header('content-security-policy', pagePolicy(nonce, ownScripts))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** Each is an open file for as long as its reader takes. A page asks for some twenty at once. */
const sending = createFairQueue({ name: 'web_files', capacity: 400, waiting: 2000, perCaller: 40, waitingPerCaller: 200 });

function takeTurns(files: FastifyInstance): void {
  files.addHook('onRequest', async (request, reply) => {
    const leave = await runAs(callerOf(request, reply, undefined), () => sending.enter());
    reply.raw.once('close', leave);
  });
}

/** Who left the sidebar folded would see it fold: what was drawn has it open. */
const foldedSidebar = 'sidebar_state=false';

/**
 * Listings that are drawn already are painted before the scripts that make them live are fetched: on a slow line they would take
 * their place. In a window that nobody looks at nothing is painted, so there they come at once.
 */
const startLate = `(function () {
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

const withLateScripts = (page: string): string =>
  page
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
    .replaceAll(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, '<link data-module="$1">')
    .replace('</body>', () => `<script>${startLate}</script></body>`);

/** The scripts that stand in the page itself, as the content policy lets them in. */
const digestsOf = (page: string): string =>
  Array.from(
    page.matchAll(/<script>([\s\S]*?)<\/script>/g),
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  ).join('');

/** Puts a head of its own in the place of the page's title and description. */
const withHead = (page: string, head: string | undefined): string =>
  head === undefined ? page : page.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head);
