import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { extendTailwindMerge } from 'tailwind-merge';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildWebOnce } from './build-web.ts';
import { findChromium } from './chromium.ts';
import { seed } from './long-run.ts';
import { startProduct, type Product } from './product.ts';
import { type Credentials, newPerson, registerByApi } from './ui-actions.ts';

export const phone = { width: 360, height: 740 } as const;
export const touchPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;
/** A phone whose signal goes, so that the browser complains of requests that fail. */
export const phoneWithoutSignal = { ...touchPhone, serviceWorkers: 'allow', expected: /net::ERR|Failed to/ } as const;
export const desktop = { width: 1280, height: 800 } as const;

const onPhone = ['a phone', phone] as const;
const atDesktop = ['a desktop', desktop] as const;

/** For `sampledTest`. */
export const phoneFirst = [onPhone, atDesktop] as const;
export const desktopFirst = [atDesktop, onPhone] as const;

type Env = Readonly<Record<string, string>>;

interface PageOptions extends BrowserContextOptions {
  readonly expected?: RegExp;
  /** For a test that changes what its context cannot be freed from, such as its clock. */
  readonly isOfOneTest?: boolean;
  /** For a page that answers for the server (`page.route`) and goes on afterwards. */
  readonly isIntercepted?: boolean;
}

/** Files of a worker without settings of their own share a product, because a start takes two seconds of CPU time. */
export function setUpBrowser(env?: Env | (() => Promise<Env>)): {
  readonly product: () => Product;
  readonly openPage: (options?: PageOptions) => Promise<Page>;
  /** A page that is signed in to a new farm. */
  readonly openFarm: (options?: PageOptions) => Promise<{ readonly page: Page; readonly person: Credentials }>;
} {
  let product: Product;
  let browser: Browser;
  const pages: OpenPage[] = [];
  beforeAll(async () => {
    await buildWebOnce();
    const starting = env ? startProduct(typeof env === 'function' ? await env() : env) : openSharedProduct();
    [product, browser] = await Promise.all([starting, openBrowser()]);
  });
  afterEach(async () => {
    const closing = pages.splice(0);
    await Promise.all(closing.map(({ close }) => close()));
    expect(closing.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
  });
  afterAll(async () => {
    if (!env || !product) return;
    await Promise.all([product.stop(), closeUnused(product.url)]);
  });
  const openPage = async (options?: PageOptions): Promise<Page> => {
    const opened = await openPageIn(browser, product.url, options);
    pages.push(opened);
    return opened.page;
  };
  return {
    product: () => product,
    openPage,
    openFarm: async (options) => {
      const [page, person] = [await openPage(options), newPerson('ada')];
      await registerByApi(page, person);
      return { page, person };
    },
  };
}

let shared: Promise<Product> | undefined;

/** It ends with the worker. Rate limits are off, because all visitors have the same address. */
function openSharedProduct(): Promise<Product> {
  shared ??= startProduct({ RATE_LIMITS: 'off' }).then((product) => {
    process.once('exit', () => rmSync(product.dataDir, { recursive: true, force: true }));
    return product;
  });
  return shared;
}

let opened: Promise<Browser> | undefined;

/** One browser for all files of a worker, because a launch takes a second of CPU time. Playwright closes it when the worker ends. */
export async function openBrowser(): Promise<Browser> {
  if (!(await opened)?.isConnected()) opened = launchBrowser();
  return opened as Promise<Browser>;
}

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const found = findChromium();
  return chromium.launch({ ...found, args: [...found.args, ...args] });
}

interface OpenPage {
  readonly page: Page;
  /** Script errors, violations of the content policy, and answers with 5xx. */
  readonly pageErrors: string[];
  readonly close: () => Promise<void>;
}

/** Contexts that no test uses. A page in one with the same options need not fetch and compile again what others have. */
let unused: { readonly context: BrowserContext; readonly options: BrowserContextOptions }[] = [];

async function takeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const kept = unused.find((one) => JSON.stringify(one.options) === JSON.stringify(options));
  unused = unused.filter((one) => one !== kept);
  return kept?.context.browser()?.isConnected() ? kept.context : browser.newContext(options);
}

/** The next page that is opened in it finds no cookie and nothing stored, only the HTTP cache. */
async function giveBack(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  unused.push({ context, options });
}

async function closeUnused(baseURL: string): Promise<void> {
  const { ended = [], others = [] } = Object.groupBy(unused, ({ options }) => (options.baseURL === baseURL ? 'ended' : 'others'));
  unused = others;
  await Promise.all(ended.map(({ context }) => context.close()));
}

async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

async function openPageIn(
  browser: Browser,
  baseURL: string,
  { expected, isOfOneTest, isIntercepted = false, ...own }: PageOptions = {},
): Promise<OpenPage> {
  const options: BrowserContextOptions = {
    baseURL,
    viewport: desktop,
    locale: 'en-US',
    // Animations would make screenshots and clicks unstable.
    reducedMotion: 'reduce',
    // `page.route` and the events of a page do not see what a service worker fetches; only journeys about it allow it.
    serviceWorkers: 'block',
    ...own,
  };
  const context = await takeContext(browser, options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await clearStorage(page, baseURL);
  watchRequests(page);
  // Chromium fails requests that are under way when the first route is set or the last removed, so this one stays.
  if (isIntercepted) await page.route('https://unused.invalid/', (route) => route.abort());
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium reports every 4xx answer as an error, but the API answers so on purpose. Journeys simulate failed connections
    // (`route.abort('connectionfailed')`, `setOffline`).
    if (message.type() !== 'error' || expected?.test(message.text())) return;
    if (!/status of 4|ERR_CONNECTION_FAILED|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      pageErrors.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const failure = `${response.status()} ${response.url()}`;
    if (response.status() >= 500 && !expected?.test(failure)) pageErrors.push(failure);
  });
  page.on('dialog', (dialog) => {
    pageErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // What a context was given cannot be given again: permissions and stored data are cleared between tests.
  const isEnded = () =>
    isOfOneTest ||
    options.serviceWorkers === 'allow' ||
    options.storageState !== undefined ||
    options.permissions !== undefined ||
    context.isClosed();
  return { page, pageErrors, close: () => (isEnded() ? context.close() : giveBack(context, options)) };
}

interface Requests {
  started: number;
  readonly underWay: Set<Request>;
}
const requestsOf = new WeakMap<Page, Requests>();

/** Must be called before the page's first request if `settled` is used. */
export function watchRequests(page: Page): void {
  const requests: Requests = { started: 0, underWay: new Set() };
  requestsOf.set(page, requests);
  page.on('request', (request) => {
    requests.started += 1;
    requests.underWay.add(request);
  });
  const end = (request: Request) => void requests.underWay.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Waits until all requests are answered and rendered. `networkidle` would wait for half a second without requests. */
export async function settled(page: Page): Promise<void> {
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('Requests of this page are not watched');
  await page.waitForLoadState('load');
  for (let before = -1; before !== requests.started;) {
    await expect.poll(() => requests.underWay.size, { interval: 10 }).toBe(0);
    before = requests.started;
    await page.evaluate(async () => {
      for (let round = 0; round < 2; round += 1) {
        await new Promise((idle) => requestIdleCallback(idle));
        await new Promise((painted) => requestAnimationFrame(painted));
      }
    });
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Theme = 'light' | 'dark';

let checks = 0;
function nextTheme(): Theme {
  checks += 1;
  return (seed + checks) % 2 === 0 ? 'dark' : 'light';
}

/**
 * Expects no axe violations in a theme: without one, it changes from call to call. axe is
 * evaluated through the debugger, so the content security policy stays on.
 */
export async function expectAccessible(page: Page, theme = nextTheme()): Promise<void> {
  await expectNoConflictingClasses(page);
  await expectNoViolations(page, theme);
}

/** In sunlight, text needs a contrast of 7:1, and large text of 4.5:1 (WCAG 2.2, 1.4.6). */
export const expectLegibleOutdoors = (page: Page): Promise<void> =>
  expectNoViolations(page, 'light', { runOnly: ['color-contrast-enhanced'] });

async function expectNoViolations(page: Page, colorScheme: Theme, rules: axe.RunOptions = {}): Promise<void> {
  // While `#root` is inert, the page is prerendered and hidden from screen readers.
  await page.locator('#root:not([inert])').waitFor({ state: 'attached' });
  // A document that was checked before has it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  await page.emulateMedia({ colorScheme });
  await animationsEnded(page);
  const violations = await page.evaluate(async (chosen) => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe };
    const found = await run.run(document, { resultTypes: ['violations'], preload: false, ...chosen });
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    );
  }, rules);
  expect(violations, `${page.url()} (${colorScheme})`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

// Without this, tailwind-merge mistakes the names of the product's shadows for colours.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ['card', 'float'] } } });

/** If two classes set the same property, the order in the style sheet decides, not the order of the classes (src/web/ui/cn.ts). */
async function expectNoConflictingClasses(page: Page): Promise<void> {
  const elements = await page.evaluate(() =>
    Array.from(document.querySelectorAll('[class]'), (element) => ({
      tag: element.localName,
      classes: (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean),
    })),
  );
  const conflicts = elements.flatMap(({ tag, classes }) => {
    const winners = new Set(merge(classes).split(' '));
    const losers = classes.filter((name) => !winners.has(name));
    return losers.length === 0 ? [] : [`<${tag} class="${classes.join(' ')}"> sets twice what ${losers.join(', ')} sets`];
  });
  expect([...new Set(conflicts)], page.url()).toEqual([]);
}

/** No animation has run for two frames; endless ones (a spinner) do not count. */
const animationsEnded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let quietFrames = 0; quietFrames < 2;) {
      await new Promise((painted) => requestAnimationFrame(painted));
      const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      quietFrames = running.length === 0 ? quietFrames + 1 : 0;
    }
  });

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `pixels that ${page.url()} can be scrolled sideways`).toBe(0);
}

export async function expectGoodLook(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}
