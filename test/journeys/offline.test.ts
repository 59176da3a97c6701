import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal, get } from '#test/page-api.ts';
import { findChromium } from '#test/chromium.ts';
import { findSignal, press, saved, see } from '#test/steps.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

/** `npm run test:offline` asks for a hundred. */
const kills = Number(process.env['OFFLINE_KILLS'] ?? 2);

const { openPage, product } = setUpBrowser();
const installable = { serviceWorkers: 'allow', viewport: phone } as const;

/** A farm with one animal, stored on the phone together with the app. */
async function storeFarm(page: Page): Promise<string> {
  await registerByApi(page, newPerson('ada'));
  const id = await addAnimal(page, 'D-1');
  await page.goto('/animals');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await saved(page);
  return id;
}

async function weigh(page: Page, animalId: string, pounds: number): Promise<void> {
  await page.goto(`/animals/${animalId}`);
  await press(page, /^Weigh$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Weight/).fill(String(pounds));
  await press(dialog, /^(?:Save|Record)/);
  await toast(page, 'Not sent yet').first().waitFor();
}

async function weightsOf(page: Page): Promise<number[]> {
  const weighings = await get<{ weightGrams: number }>(page, 'events?kind=weighing&limit=1000');
  return weighings.map(({ weightGrams }) => Math.round(weightGrams / 453.592_37));
}

test('what is recorded without signal is shown, survives a cold start, and is sent once when there is signal', async () => {
  const page = await openPage(installable);
  const id = await storeFarm(page);
  const context = page.context();
  await context.setOffline(true);
  await weigh(page, id, 77);
  await page.getByRole('main').getByText('77 lbs').first().waitFor();
  await page.close();

  const next = await context.newPage();
  await next.goto(`/animals/${id}`);
  await next.getByRole('main').getByText('77 lbs').first().waitFor();
  await press(next, /^No signal/);
  await see(next.getByRole('dialog'), 'Weight of D-1');
  await expectAccessible(next);
  await next.keyboard.press('Escape');
  await findSignal(next);
  expect(await weightsOf(next)).toEqual([77]);
});

longTest(
  'a browser that is killed after it said that something is on this device has it when it is opened again',
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-phone-'));
    const browser = findChromium();
    const open = (): Promise<BrowserContext> =>
      chromium.launchPersistentContext(folder, {
        ...installable,
        baseURL: product().url,
        reducedMotion: 'reduce',
        ...browser,
        args: [...browser.args],
      });
    try {
      let context = await open();
      const id = await storeFarm(await context.newPage());
      // Chromium writes cookies half a minute later, or when it is closed.
      await context.close();
      context = await open();
      for (let count = 1; count <= kills; count += 1) {
        await context.setOffline(true);
        await weigh(await context.newPage(), id, count);
        execFileSync('pkill', ['-KILL', '-f', folder]);
        context = await open();
      }
      const page = await context.newPage();
      await page.goto('/animals');
      await saved(page);
      expect((await weightsOf(page)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: kills }, (_, index) => index + 1));
      await context.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
