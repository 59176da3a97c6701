import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { extendTailwindMerge } from 'tailwind-merge';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium } from './chromium.ts';
import { startProduct, type Product } from './product.ts';

export const phone = { width: 360, height: 740 } as const;
export const desktop = { width: 1280, height: 800 } as const;

type Env = Readonly<Record<string, string>>;

interface PageOptions extends BrowserContextOptions {
  /** Errors in the console that the journey causes on purpose. */
  readonly expected?: RegExp;
}

/** The product and a browser for the journeys of one file; a journey fails on whatever goes wrong in its windows, seen or not. */
export function setUpBrowser(env: Env | (() => Promise<Env>) = {}): {
  readonly product: () => Product;
  readonly openPage: (options?: PageOptions) => Promise<Page>;
} {
  let product: Product;
  let browser: Browser;
  const pages: OpenPage[] = [];
  beforeAll(async () => {
    const starting = typeof env === 'function' ? env().then(startProduct) : startProduct(env);
    [product, browser] = await Promise.all([starting, launchBrowser()]);
  });
  afterEach(async () => {
    const closing = pages.splice(0);
    await Promise.all(closing.map(({ page }) => page.context().close()));
    expect(closing.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    product: () => product,
    openPage: async (options) => {
      const opened = await openPageIn(browser, product.url, options);
      pages.push(opened);
      return opened.page;
    },
  };
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: npm test installs one, or name one in CHROMIUM_PATH.');
  // Chromium's sandbox needs what neither root nor a container gives it; a small /dev/shm would crash it.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

interface OpenPage {
  readonly page: Page;
  /** Errors of scripts, refusals of the content policy, failures of the server. */
  readonly faults: string[];
}

async function openPageIn(browser: Browser, baseURL: string, { expected, ...options }: PageOptions = {}): Promise<OpenPage> {
  // Nothing is on the move while it is being looked at.
  const context = await browser.newContext({ baseURL, viewport: desktop, locale: 'en-US', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A 4xx is how the server says no; Chromium reports each as an error of its own.
    // A connection that failed is one that a journey broke (`route.abort('connectionfailed')`, `setOffline`).
    if (message.type() !== 'error' || expected?.test(message.text())) return;
    if (!/status of 4|ERR_CONNECTION_FAILED|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Theme = 'light' | 'dark';

/** axe finds nothing on what is shown now, in either theme, and no class is there in vain. Evaluated by the browser itself, so the content policy stays on. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  // What is only drawn so far is not there for anyone who listens to the page.
  await page.locator('#root:not([inert])').waitFor({ state: 'attached' });
  await expectNoConflictingClasses(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await page.evaluate(axeSource);
    const violations = await page.evaluate(async () => {
      const { axe: run } = globalThis as unknown as { axe: typeof axe };
      const found = await run.run(document, { resultTypes: ['violations'], preload: false });
      return found.violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
      );
    });
    expect(violations, `${page.url()} (${colorScheme})`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

// It would take the names of the product's own shadows for colors.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ['card', 'float'] } } });

/**
 * No element has two classes that set the same thing, for the one that is meant would win only by chance: by the order of the style
 * sheet (src/web/ui/cn.ts).
 */
async function expectNoConflictingClasses(page: Page): Promise<void> {
  const elements = await page.evaluate(() =>
    Array.from(document.querySelectorAll('[class]'), (element) => ({
      tag: element.localName,
      classes: (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean),
    })),
  );
  const rivals = elements.flatMap(({ tag, classes }) => {
    const winners = new Set(merge(classes).split(' '));
    const losers = classes.filter((name) => !winners.has(name));
    return losers.length === 0 ? [] : [`<${tag} class="${classes.join(' ')}"> sets twice what ${losers.join(', ')} sets`];
  });
  expect([...new Set(rivals)], page.url()).toEqual([]);
}

/** Waits until nothing has moved or faded for two frames; what runs for ever (a spinner) is let be. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let quietFrames = 0; quietFrames < 2;) {
      await new Promise((painted) => requestAnimationFrame(painted));
      const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      quietFrames = running.length === 0 ? quietFrames + 1 : 0;
    }
  });

/** Nothing has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `pixels that ${page.url()} can be scrolled sideways`).toBe(0);
}
