import type { Browser, CDPSession, Page } from 'playwright-core';
import { writeSection } from '../scripts/page-section.ts';
import { buildAllIfStale } from '../scripts/parts.ts';
import { launchBrowser, phone } from '#test/browser.ts';
import { startProduct, type Product } from '#test/product.ts';
import { createFarm, heads } from './page-farm.ts';
import { touches } from './touches.ts';
import { addWeighings, openStored, type StoredLoad, untilStored, weighings } from './stored-page.ts';

/**
 * `npm run bench:page [-- --write]` measures what a person waits for in Chromium under the conditions of Lighthouse's mobile
 * setting: slow 4G and a CPU four times slower. They are applied while loading, whereas Lighthouse loads at full speed and
 * simulates them: this is stricter, needs none of its 200 packages, and shows changes as reliably. The data are a farm of 10,000
 * animals and a marketplace with pictures.
 */
// The 150 ms round trip and 1.6 Mbit/s of Lighthouse's slow 4G.
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const rounds = 3;
/** How much slower the processor is. */
const slowness = 4;

interface Load {
  readonly fcp: number;
  readonly lcp: number;
  /** Milliseconds until the screen is interactive. */
  readonly hydrated: number;
  /** Answers that had started to arrive before the first paint. */
  readonly requests: number;
  readonly cls: number;
  /**
   * Total blocking time as Lighthouse defines it: the time beyond 50 ms of every long task after the first paint, until the page is
   * idle.
   */
  readonly tbt: number;
  readonly kilobytes: number;
}

interface Marks {
  fcp: number;
  lcp: number;
  cls: number;
  longTasks: { start: number; end: number }[];
  interactions: number[];
}

await buildAllIfStale();
/** `-- --only=typing` measures interactions without loading; `-- --only=again` loads a farm that the browser has stored. */
const onlyTyping = process.argv.includes('--only=typing');
const onlyAgain = process.argv.includes('--only=again');
const product = await startProduct({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
const browser = await launchBrowser();
try {
  const farmer = await createFarm(product);
  const loads = async () => [
    await loadRow('Marketplace, a visitor', '/for-sale', undefined, [2000, 160]),
    await loadRow('Dashboard, 10,000 animals', '/', farmer, [2500, 260]),
    await loadRow('Animals, 10,000 animals', '/animals', farmer, [2500, 260]),
  ];
  const typing = async () => [
    await typingRow(farmer, 'Typing in the search of animals', openSearch),
    await typingRow(farmer, 'Typing in Find', openFind),
    ...(await touchRows(farmer)),
  ];
  const again = async () => {
    await addWeighings(product, farmer);
    const [animal] = (await (await fetch(`${product.url}/api/animals`, { headers: { cookie: farmer } })).json()) as {
      id: string;
    }[];
    return [await againRow(farmer, '/'), await againRow(farmer, '/animals'), await againRow(farmer, `/animals/${animal?.id}`)];
  };
  const rows = [
    ...(onlyTyping || onlyAgain ? [] : await loads()),
    ...(onlyAgain ? [] : await typing()),
    ...(onlyTyping ? [] : await again()),
  ];
  const table = [
    '| | First paint | Largest paint | Usable | Layout shift | Blocked | Before the first paint | First load | Slowest key | Goal |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  console.log(`\n${table}\n`);
  if (process.argv.includes('--write') && !onlyTyping && !onlyAgain) writeSection('performance.md', 'page', table);
} finally {
  await browser.close();
  await product.stop();
}

async function loadRow(
  name: string,
  path: string,
  cookie: string | undefined,
  [ms, kB]: readonly [number, number],
): Promise<string> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, product, path, cookie));
  const median = (of: (load: Load) => number): number => loads.map(of).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const row = `| ${name} | ${median(({ fcp }) => fcp).toFixed(0)} ms | ${median(({ lcp }) => lcp).toFixed(0)} ms | ${median(({ hydrated }) => hydrated).toFixed(0)} ms | ${median(({ cls }) => cls).toFixed(3)} | ${median(({ tbt }) => tbt).toFixed(0)} ms | ${median(({ requests }) => requests)} requests | ${median(({ kilobytes }) => kilobytes).toFixed(0)} kB | | LCP ≤ ${ms} ms, ≤ 0.05, ≤ 200 ms, ≤ ${kB} kB |`;
  console.log(row);
  return row;
}

/** The cache is empty; scripts and styles are counted as transferred until the page is idle. */
async function load(on: Browser, { url }: Product, path: string, cookie: string | undefined): Promise<Load> {
  const { page, cdp } = await open(on, url, cookie);
  let bytes = 0;
  const counted = new Set<string>();
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript|css/.test(response.mimeType)) counted.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await cdp.send('Network.emulateNetworkConditions', slow4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(path, { waitUntil: 'load' });
  // Set by hydration.tsx.
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
  const kilobytes = bytes / 1000;
  await page.waitForTimeout(4000);
  const { fcp, lcp, cls, longTasks } = await marksOf(page);
  const [hydrated, requests] = await page.evaluate(
    (painted) => [
      performance.getEntriesByName('hydrated')[0]?.startTime ?? 0,
      1 +
        performance.getEntriesByType('resource').filter((entry) => {
          const { responseStart } = entry as PerformanceResourceTiming;
          return responseStart > 0 && responseStart < painted;
        }).length,
    ],
    fcp,
  );
  await page.context().close();
  return {
    fcp,
    lcp,
    hydrated: hydrated ?? 0,
    requests: requests ?? 0,
    cls,
    tbt: longTasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, fcp) - 50), 0),
    kilobytes,
  };
}

/** Loads a stored farm through the service worker: as it was left, or as `how` says. */
async function againRow(cookie: string, path: string): Promise<string> {
  const { page, cdp } = await open(browser, product.url, cookie);
  await page.goto(path);
  await untilStored(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const loads: StoredLoad[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = await openStored(page, path);
    const { longTasks } = await marksOf(page);
    loads.push({ ...times, longestTask: Math.max(...longTasks.map(({ start, end }) => end - start)) });
  }
  await page.context().close();
  const median = (of: (load: StoredLoad) => number): string =>
    (loads.map(of).toSorted((x, y) => x - y)[Math.floor(rounds / 2)] ?? 0).toFixed(0);
  const what = `${path.replace(/[\da-f-]{36}$/, 'ID')} again, ${heads.toLocaleString('en-US')} animals and ${weighings.toLocaleString('en-US')} events on this phone`;
  const row = `| ${what} | | shown after ${median(({ shown }) => shown)} ms | ${median(({ hydrated }) => hydrated)} ms | | ${median(({ longestTask }) => longestTask)} ms at most | | | | ≤ 2000 ms |`;
  console.log(row);
  return row;
}

async function openSearch(page: Page): Promise<void> {
  await page.goto('/animals');
  await page
    .getByPlaceholder(/search/i)
    .first()
    .click();
}

async function openFind(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Find/ }).tap();
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').waitFor();
}

async function typingRow(cookie: string, name: string, openField: (page: Page) => Promise<void>): Promise<string> {
  const { page, cdp } = await open(browser, product.url, cookie);
  await openField(page);
  await page.waitForTimeout(3000);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await forgetInteractions(page);
  for (const key of 'T-0123 katahdin') {
    await page.keyboard.type(key);
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(500);
  const { interactions } = await marksOf(page);
  await page.context().close();
  return interactionRow(name, `${Math.max(...interactions).toFixed(0)} ms`);
}

function interactionRow(name: string, slowest: string): string {
  const row = `| ${name}, ${heads.toLocaleString('en-US')} animals, processor ${slowness}x slower | | | | | | | | ${slowest} | ≤ 200 ms |`;
  console.log(row);
  return row;
}

/** Taps, each measured until the next frame is painted. */
async function touchRows(cookie: string): Promise<readonly string[]> {
  const { page, cdp } = await open(browser, product.url, cookie);
  await page.goto('/animals');
  await page.getByRole('list', { name: 'Animals' }).getByRole('link').first().waitFor();
  await page.waitForTimeout(5000);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const rows: string[] = [];
  for (const { name, before, touch, after } of touches) {
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await before?.(page);
      await page.waitForTimeout(1500);
      await forgetInteractions(page);
      await touch(page);
      await page.waitForTimeout(1500);
      slowest.push(Math.max(...(await marksOf(page)).interactions));
      await after(page);
    }
    await page.waitForTimeout(1500);
    const [least = 0, median = 0, most = 0] = slowest.toSorted((x, y) => x - y);
    rows.push(interactionRow(name, `${median.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`));
  }
  await page.context().close();
  return rows;
}

async function open(on: Browser, url: string, cookie: string | undefined): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await on.newContext({ baseURL: url, viewport: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  await page.addInitScript(() => {
    const marks: Marks = { fcp: 0, lcp: 0, cls: 0, longTasks: [], interactions: [0] };
    Object.assign(globalThis, { marks });
    const watch = (
      type: string,
      each: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }) => void,
    ): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
        type,
        buffered: true,
        ...(type === 'event' && { durationThreshold: 16 }),
      });
    watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (marks.fcp = startTime));
    watch('largest-contentful-paint', ({ startTime }) => (marks.lcp = startTime));
    watch('layout-shift', ({ value = 0, hadRecentInput }) => (marks.cls += hadRecentInput ? 0 : value));
    watch('longtask', ({ startTime, duration }) => marks.longTasks.push({ start: startTime, end: startTime + duration }));
    // Like INP, which ignores hovering.
    watch('event', ({ duration, interactionId = 0 }) => interactionId > 0 && marks.interactions.push(duration));
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  return { page, cdp };
}

function marksOf(page: Page): Promise<Marks> {
  return page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);
}

async function forgetInteractions(page: Page): Promise<void> {
  await page.evaluate(() => void ((globalThis as unknown as { marks: Marks }).marks.interactions = [0]));
}
