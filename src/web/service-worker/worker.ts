import { type DueCounts, dueCountsText } from '#domain/breeding/due-counts.ts';
import { productTitle } from '#domain/product.ts';
import { type Build, shellPath, takeOver } from './build.ts';
import { createRouting } from './routing.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by vite.worker.config.ts. */
declare const webBuild: Build;

const { version, files, farmScreens } = webBuild;
const cacheName = `build ${version}`;
const routeOf = createRouting({ files, farmScreens }, self.location.origin);

const lanes = 4;
const networkTimeoutMs = 3000;

self.addEventListener('install', (event) => {
  (event as InstallEvent).addRoutes?.(assetsFromCaches);
  event.waitUntil(storeBuild());
});
self.addEventListener('activate', (event) => event.waitUntil(startServing()));
self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const route = routeOf(event.request);
  if (route !== 'network') event.respondWith(answers[route](event.request));
});

self.addEventListener('push', (event) => event.waitUntil(remind(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openToday());
});

const answers = {
  shell: async (request: Request): Promise<Response> => (await readShell()) ?? fetch(request),
  'network, then shell': networkThenShell,
  'stored, then network': async (request: Request): Promise<Response> =>
    (await readFile(new URL(request.url).pathname)) ?? fetch(request),
};

/** Not in TypeScript's library yet, nor in every browser; without it the worker answers these requests itself. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(route: object): void;
}

/** Lets the browser read these files from the caches without waiting for this worker's code, and from the network if they are in none. */
const assetsFromCaches = { condition: { urlPattern: '/assets/*', requestMethod: 'get' }, source: 'cache' };

/** Browsers with a detector of codes of their own never load the reader of codes, which is a third of a megabyte. */
const isNeeded = ([path]: readonly [path: string, integrity: string]): boolean =>
  !('BarcodeDetector' in globalThis && /^\/assets\/(?:code-reader\.worker|zxing_reader)-/.test(path));

/** If the installation is interrupted, the previous worker stays, and the next attempt continues where this one ended. */
async function storeBuild(): Promise<void> {
  await deleteAbandoned();
  const cache = await caches.open(cacheName);
  const waiting = files.slice(0, -1).filter(isNeeded).values();
  const lane = async (): Promise<void> => {
    for (const file of waiting) await storeFile(cache, ...file);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  // The shell is stored last, so its presence means that the build is complete.
  for (const file of files.slice(-1)) await storeFile(cache, ...file);
}

/**
 * The digest refuses whatever is not this build's file: the login page of a captive portal, an error page with status 200, a file of
 * another build or one that was cut off.
 */
async function storeFile(cache: Cache, path: string, integrity: string): Promise<void> {
  if (await cache.match(path)) return;
  const isNamedByContent = path.startsWith('/assets/');
  const known = isNamedByContent ? await caches.match(path) : undefined;
  if (known) return cache.put(path, known);
  // The page itself has just loaded many of the files whose names change with their content.
  await cache.add(new Request(path, { integrity, redirect: 'error', cache: isNamedByContent ? 'default' : 'no-cache' }));
}

const isComplete = async (name: string): Promise<boolean> => (await (await caches.open(name)).match(shellPath)) !== undefined;

async function deleteAbandoned(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName && !(await isComplete(name))) await caches.delete(name);
}

async function startServing(): Promise<void> {
  // Windows still open with the previous build keep using its chunks. Caches are listed in order of creation.
  const others = (await caches.keys()).filter((name) => name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const readShell = async (): Promise<Response | undefined> => (await caches.open(cacheName)).match(shellPath);

async function readFile(path: string): Promise<Response | undefined> {
  return (await (await caches.open(cacheName)).match(path)) ?? (path.startsWith('/assets/') ? caches.match(path) : undefined);
}

/** A proxy's answer for an unreachable server is not a page either. */
const isGatewayError = ({ status }: Response): boolean => status >= 502 && status <= 504;

async function networkThenShell(request: Request): Promise<Response> {
  const answer = fetch(request);
  const answerInTime = await Promise.race([
    answer.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, networkTimeoutMs)),
  ]);
  if (answerInTime && !isGatewayError(answerInTime)) return answerInTime;
  return (await readShell()) ?? answer;
}

/** Shown once a day; it replaces one that was not opened. */
function remind(data: PushMessageData | null): Promise<void> {
  const { overdue = 0, due = 0 } = (data?.json() ?? {}) as Partial<DueCounts>;
  return self.registration.showNotification(productTitle, {
    body: dueCountsText({ overdue, due }) || 'Look what is due today',
    tag: 'today',
    icon: '/icon-192.png',
  });
}

async function openToday(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) {
    await self.clients.openWindow('/');
    return;
  }
  await open.focus();
  await open.navigate('/');
}
