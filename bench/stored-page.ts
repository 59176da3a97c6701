import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import type { Product } from '#test/product.ts';

export interface StoredLoad {
  /** Milliseconds until the screen shows data of the animals. */
  readonly shown: number;
  readonly hydrated: number;
  readonly longestTask: number;
}

/** The first animal, or a number of the dashboard. */
const isShown = (): number | false =>
  /[ST]-\d|on offer now/.test(document.querySelector('main')?.textContent ?? '') && performance.now();

export async function openStored(page: Page, path: string): Promise<Omit<StoredLoad, 'longestTask'>> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  const shown = (await (await page.waitForFunction(isShown)).jsonValue()) as number;
  await page.waitForTimeout(5000);
  const hydrated = await page.evaluate(() => performance.getEntriesByName('hydrated')[0]?.startTime ?? 0);
  return { shown, hydrated };
}

/** Waits until the service worker is active and the browser has stored the whole farm. */
export async function untilStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isStored = () =>
    page.evaluate(async () => {
      const [farm] = await indexedDB.databases();
      if (!farm?.name) return false;
      const request = indexedDB.open(farm.name);
      await new Promise((resolve) => (request.onsuccess = resolve));
      const asked = request.result.transaction('cursor').objectStore('cursor').get('cursor');
      await new Promise((resolve) => (asked.onsuccess = resolve));
      request.result.close();
      return (asked.result as { isComplete?: boolean } | undefined)?.isComplete ?? false;
    });
  for (let tries = 0; !(await isStored()); tries += 1) {
    if (tries > 120) throw new Error('The farm was not stored');
    await page.waitForTimeout(500);
  }
}

export const weighings = 50_000;
const perRequest = 2000;

export async function addWeighings({ url }: Product, cookie: string): Promise<void> {
  const animals = (await (await fetch(`${url}/api/animals`, { headers: { cookie } })).json()) as { id: string }[];
  for (let sent = 0; sent < weighings; sent += perRequest) {
    const events = Array.from({ length: perRequest }, (_, index) => ({
      id: uuidv7(),
      kind: 'weighing',
      animalId: animals[(sent + index) % animals.length]?.id,
      day: '2026-01-02',
      weightGrams: 20_000 + sent + index,
    }));
    const answer = await fetch(`${url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ events }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}
