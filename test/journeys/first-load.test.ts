import { expect, test } from 'vitest';
import { openDoors, phone } from '../support/browser.ts';
import { arriveSignedIn, newPerson } from '../support/screens.ts';

const { window } = openDoors();

test.each([
  ['/for-sale', 'a visitor'],
  ['/login', 'a visitor'],
  ['/', 'a farmer'],
  ['/animals', 'a farmer'],
])('what %s begins with is fetched at once for %s, each thing a single time', async (path, who) => {
  const page = await window({ viewport: phone });
  if (who === 'a farmer') await arriveSignedIn(page, newPerson('early'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const early = await page
    // Those of the first HTML; what the scripts add later has whole addresses.
    .locator('link[rel=preload][href^="/"], link[rel=modulepreload][href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(early).toContain('/api/auth/me');
  expect(early.length).toBeGreaterThan(3);
  expect(early.map((href) => [href, asked.filter((one) => one === href).length])).toEqual(early.map((href) => [href, 1]));
});
