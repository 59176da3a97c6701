// @module-tag long
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { addAnimal, get, send } from '#test/page-api.ts';

const { product, openFarm } = setUpBrowser();

/** An attacker's page on another port of the same host: cookies ignore ports, so the browser sends the session along. */
let evil: Server;
let evilUrl: string;
let evilPage = '';
beforeAll(async () => {
  evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(evilPage));
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`;
});
afterAll(() => void evil?.close());

async function visitEvil(context: BrowserContext, html: string): Promise<Page> {
  evilPage = `<!doctype html><title>evil</title>${html}`;
  const page = await context.newPage();
  await page.goto(evilUrl);
  return page;
}

const lamb = '{"tagNumber":"EVIL","species":"sheep","sex":"female","x":"';

test('forms, fetches and frames of another site change nothing and show nothing (ASVS 3.5.1, 3.5.2, 3.4.6, 3.4.8)', async () => {
  const { page } = await openFarm();
  await page.goto('/animals');
  const { context, url } = { context: page.context(), url: product().url };

  const form = (path: string, type: string, fields: string): string =>
    `<form method="post" action="${url}${path}" enctype="${type}">${fields}<button>go</button></form>`;
  const forms = [
    form('/api/animals', 'text/plain', `<input name='${lamb}' value='"}'>`),
    form('/api/animals', 'application/x-www-form-urlencoded', '<input name="tagNumber" value="EVIL">'),
    form('/api/upload', 'multipart/form-data', '<input name="image" value="x">'),
    form('/api/auth/logout', 'text/plain', '<input name="{}" value="">'),
    form('/api/auth/logout', 'application/x-www-form-urlencoded', ''),
  ];
  for (const html of forms) {
    const tab = await visitEvil(context, html);
    const [answer] = await Promise.all([
      tab.waitForResponse((response) => response.url().startsWith(url)),
      tab.getByText('go').click(),
    ]);
    expect(answer.status()).toBe(403);
    await tab.close();
  }

  const tab = await visitEvil(context, '');
  const seen = await tab.evaluate(
    async ({ url: target, body }) => {
      const tries: [string, RequestInit][] = [
        ['/api/animals', { method: 'POST', mode: 'no-cors', credentials: 'include', body }],
        ['/api/animals', { method: 'POST', credentials: 'include', body, headers: { 'content-type': 'application/json' } }],
        ['/api/animals', { credentials: 'include' }],
        ['/api/auth/me', { credentials: 'include' }],
        ['/api/auth/logout', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }],
      ];
      const read: string[] = [];
      for (const [path, init] of tries) {
        await fetch(target + path, init).then(
          async (response) => read.push(await response.text()),
          () => read.push(''),
        );
      }
      // A handle on the person's tab, obtained through the name of an opened window.
      const opened = open(`${target}/animals`);
      await new Promise((resolve) => {
        const wait = () => (opened?.closed === false ? void setTimeout(wait, 100) : resolve(null));
        setTimeout(wait, 100);
        setTimeout(resolve, 10_000);
      });
      read.push(opened === null || opened.closed ? '' : String(opened.length));
      return read;
    },
    { url, body: `${lamb}"}` },
  );
  expect(seen).toEqual(['', '', '', '', '', '']);
  await tab.close();

  const framing = await visitEvil(
    context,
    `<iframe src="${url}/"></iframe><iframe src="${url}/animals"></iframe><object data="${url}/"></object>`,
  );
  await framing.waitForLoadState('networkidle');
  const framed = framing.frames().filter((frame) => frame !== framing.mainFrame());
  expect(framed.length).toBeGreaterThan(0);
  for (const frame of framed) expect(await frame.content()).not.toMatch(/Bellwether|id="root"/);
  await framing.close();

  expect(await get(page, 'animals')).toEqual([]);
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
});

test('after signing out neither the Back button nor a second tab shows anything of the farm (ASVS 7.4.1, 14.3.2)', async () => {
  const { page } = await openFarm();
  await addAnimal(page, 'BEAS-OWN');
  await page.goto('/profile');
  await page.goto('/animals');
  await page.getByText('BEAS-OWN').first().waitFor();
  await send(page, 'auth/logout', {});
  // The browser itself must not have cached the page.
  // A page that leads on to the sign-in page may end the step that led to it.
  for (const step of ['goBack', 'goForward'] as const) {
    await page[step]({ waitUntil: 'commit' }).catch(() => null);
    await page.waitForURL('/login');
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  }
  expect(await page.content()).not.toContain('BEAS-OWN');
});
