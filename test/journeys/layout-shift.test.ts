// @module-tag long
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { desktop, phone, settled, setUpBrowser } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { seed } from '#test/long-run.ts';
import { createRandom } from '../../scripts/demo-random.ts';

const { openPage, product, openFarm } = setUpBrowser();

/** A tenth is what browsers still call good. */
const most = 0.05;

/** Those with most parts that arrive one after the other. */
const often = ['/', '/reports', '/births', '/places?show=plan'];
const seldom = ['/for-sale', '/work', '/places', '/profile', '/settings', '/choose-plan'];
const others = ['/animals', '/health', '/breeding', '/animal-sells', ...seldom];
type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
let keeper: StorageState;

beforeAll(async () => {
  const { page, person } = await openFarm();
  await product().addDemoFarm(person.username);
  // What screens say of animals that nobody has looked at yet takes room of its own.
  await addAnimal(page, 'NEW-1', { species: 'sheep', sex: 'male' });
  keeper = await page.context().storageState();
});

const chance = createRandom(seed);

/** How a screen is opened: those with most parts in all ways, the others in two that have nothing in common. */
function waysOf(screen: string): readonly (readonly [isWide: boolean, isSlow: boolean])[] {
  const [isWide, isSlow] = [chance() < 0.5, chance() < 0.5];
  const two = [
    [isWide, isSlow],
    [!isWide, !isSlow],
  ] as const;
  return often.includes(screen) ? [...two, [isWide, !isSlow], [!isWide, isSlow]] : two;
}

test('nothing moves while a screen loads, on a phone or a desktop, with slow or quick answers, first and again', async () => {
  const shifts = [];
  for (const screen of [...often, ...others]) {
    for (const [isWide, isSlow] of waysOf(screen)) {
      const page = await openPage({ viewport: isWide ? desktop : phone, storageState: keeper });
      await page.addInitScript(recordShifts);
      if (isSlow) await page.route('**/api/**', (route) => setTimeout(400).then(() => route.fallback()));
      for (const visit of ['first', 'again']) {
        await page.goto(screen);
        await page.locator('h1').first().waitFor();
        await settled(page);
        const moved = await page.evaluate(() => (globalThis as unknown as { shifts: readonly Shift[] }).shifts);
        const sum = moved.reduce((total, { value }) => total + value, 0);
        const way = `${isWide ? 'desktop' : 'phone'}, ${isSlow ? 'slow' : 'quick'}, ${visit}`;
        if (sum > most) shifts.push(`${screen}, ${way}: ${sum.toFixed(3)}\n${moved.map(({ text }) => text).join('\n')}`);
      }
      await page.context().close();
    }
  }
  expect(shifts).toEqual([]);
});

interface Shift {
  readonly value: number;
  readonly text: string;
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Runs in the page. */
function recordShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element?.ariaLabel ?? element?.textContent?.slice(0, 30) ?? '';
        return `${element?.localName} '${name}' ${previousRect.y},${previousRect.height} to ${currentRect.y},${currentRect.height}`;
      });
      shifts.push({ value, text: `  ${value.toFixed(3)} at ${Math.round(startTime)} ms: ${moved.join('; ')}` });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
