import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BuiltScreen, builtScreensFile, matchesScreen } from '#contract/screens.ts';
import { sendProblem } from '#server/http/errors.ts';
import { serveFiles } from './files.ts';
import { codeReaderPolicy, pagePolicy, workerPolicy } from './page-policy.ts';
import { createMarketRenderer, type ReadFirstListings, visitorBody } from './prerender.ts';
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
  const read = (name: string): string | undefined =>
    existsSync(join(webDir, name)) ? readFileSync(join(webDir, name), 'utf8') : undefined;
  const page = read('index.html');
  const shell = read('shell.html') ?? page;
  // One policy for both, so that a page from the service worker has the same permissions as one from the server.
  const policy = pagePolicy(page ?? '');
  if (page !== undefined) {
    await serveFiles(app, webDir, (path) => headersOfFile(path, policy));
  }

  const { screenAt, screenAfterRedirect } = readScreens(webDir);
  const renderMarket = createMarketRenderer({
    rendererDir: join(webDir, '../view'),
    readFirstListings,
    warn: (error) => {
      app.log.warn(error, 'The marketplace could not be rendered.');
      return undefined;
    },
  });
  const visitorRoot = async (url: string, ip: string): Promise<string> =>
    (url === '/for-sale' && (await renderMarket(ip))) || visitorBody();
  app.setNotFoundHandler(async (request, reply) => {
    const { url, ip } = request;
    const path = pathOf(url);
    if (!isPageRequest(request.method, path) || page === undefined || shell === undefined)
      return sendProblem(reply, new Problem('route.not_found'));
    const requested = screenAt(path);
    const description = await describe(path, ip);
    if (description?.retryAfter !== undefined) reply.header('retry-after', String(description.retryAfter));
    const isSignedIn = hasSession(request);
    const screen = requested && screenAfterRedirect(requested, isSignedIn);
    const html = withHead(isSignedIn && screen?.access !== 'link' ? shell : page, description?.head).replace(
      '</head>',
      () => `${preloadsOf(screen)}</head>`,
    );
    const root = isSignedIn ? undefined : await visitorRoot(url, ip);
    return reply
      .code(description?.status ?? (requested ? 200 : 404))
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(root === undefined ? html : html.replace('<div id="root"></div>', () => root));
  });
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

const isPageRequest = (method: string, path: string): boolean =>
  ['GET', 'HEAD'].includes(method) && !/^\/(?:api|uploads|assets)(?:\/|$)/.test(path);

const hasSession = ({ headers }: FastifyRequest): boolean => /(?:^|; )(?:__Host-)?session=/.test(headers.cookie ?? '');

/** The scripts of the page, which the browser fetches together with those of the first load. */
const preloadsOf = (screen: BuiltScreen | undefined): string =>
  (screen?.scripts ?? []).map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');

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

const withHead = (page: string, head: string | undefined): string =>
  head === undefined ? page : page.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head);

export interface Screens {
  readonly screenAt: (path: string) => BuiltScreen | undefined;
  readonly screenAfterRedirect: (screen: BuiltScreen, isSignedIn: boolean) => BuiltScreen | undefined;
}

export function readScreens(webDir: string): Screens {
  const file = join(webDir, builtScreensFile);
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltScreen[]) : [];
  const screenAt = (path: string): BuiltScreen | undefined => screens.find((screen) => matchesScreen(screen.path, path));

  const screenAfterRedirect = (screen: BuiltScreen, isSignedIn: boolean): BuiltScreen | undefined => {
    if (isSignedIn) return screen.access === 'visitor' ? screenAt('/') : screen;
    return ['link', 'anyone', 'visitor'].includes(screen.access) ? screen : screenAt('/login');
  };

  return { screenAt, screenAfterRedirect };
}
