// @module-tag long
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { openBrowser, settled, watchRequests } from '#test/browser.ts';
import { openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { scripts } from '#test/naughty-strings.ts';
import { pathFor, bodyFields, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { someOf } from '#test/long-run.ts';

/** These values are compared, not stored. */
const isCompared = /^(?:version|currentPassword)$/;

let server: TestServer;
let url: string;
let browser: Browser;
let owner: SeededFarm;
let buyer: Person;
let admin: Person;
let listings: string[];
let imports: string[];
const stored = new Map<string, number>();
const known = new Map<string, string[]>();

beforeAll(async () => {
  server = await openTestServer('sqlite', { webDir: 'build/web' });
  [url, browser] = await Promise.all([server.app.listen({ port: 0, host: '127.0.0.1' }), openBrowser()]);
  owner = await seedFarm(await server.register({ plan: 'enterprise' }));
  buyer = await server.register({ plan: 'guest' });
  admin = await server.register({ isAdmin: true });
  for (const [at, script] of scripts.entries()) await storeEverywhere(script, at);
  for (const script of someOf(scripts, 20)) await registerAs(script);
  listings = (await buyer.call('listForSale', { query: { limit: 200 } })).map(({ id }) => id);
  imports = [await importAll('applied'), await importAll('staged')];
});
afterAll(async () => {
  await server?.close();
});

/** Routes that store texts of a farm or of the administration; a new route is included automatically. */
const storing = Object.entries<Route>(api).filter(
  ([name, route]) =>
    ['farm', 'admin'].includes(route.access) &&
    route.method !== 'GET' &&
    textFields(name, route).length > 0 &&
    // These fields take a value of an enumeration, or are only compared; `sync` sends the bodies of other routes.
    !/selectPlan|Checkout|changePricingPlan|Role|Transfer$|^sync$/.test(name),
);

const unknown = { motherId: null, fatherId: null, birthYear: null };
const offered = { ...unknown, status: 'active', forSale: true, salePrice: 12, isReference: false };

/** All are in the animals, and each other field holds every fourth of them, others than its neighbours. */
async function storeEverywhere(script: string, index: number): Promise<void> {
  for (const [at, [name, route]] of storing.entries()) {
    if (name !== 'addAnimal' && (at + index) % 4 !== 0) continue;
    const { params, body } = sampleInput(route, owner, textFields(name, route));
    const sent: Record<string, unknown> = { ...body, id: crypto.randomUUID() };
    for (const field of textFields(name, route)) sent[field] = script;
    if (name === 'addAnimal') Object.assign(sent, offered);
    const person = route.access === 'admin' ? admin : owner.person;
    for (let left = 12; left > 0; left -= 1) {
      const response = await person.send({ method: route.method, url: pathFor(route, params), payload: sent });
      if (response.statusCode < 400) {
        const fields = textFields(name, route).filter((key) => sent[key] === script);
        for (const field of fields) stored.set(`${name}.${field}`, (stored.get(`${name}.${field}`) ?? 0) + 1);
        break;
      }
      const { errors = [] } = response.json<{ errors?: { path: string }[] }>();
      // Coupon codes that differ in case alone are the same coupon.
      if (response.statusCode === 409) break;
      expect(errors, `${name}: ${response.payload}`).not.toEqual([]);
      for (const { path } of errors) delete sent[path.split('.')[0] ?? ''];
    }
  }
}

/** The administration shows usernames. Each account costs a password hash. */
async function registerAs(script: string): Promise<void> {
  const account = { username: script.slice(0, 64), email: 'someone@example.org' };
  await server.register(account).catch((error: Error) => expect(error.message).toMatch(/at least 3|already exists/));
}

/** Fields that accept a word: issues of other fields do not matter. */
function textFields(name: string, route: Route): string[] {
  const found = known.get(name) ?? bodyFields(route).filter((field) => isText(route, field) && !isCompared.test(field));
  known.set(name, found);
  return found;
}

function isText({ body }: Route, field: string): boolean {
  const complaints = body?.safeParse({ [field]: 'a word' }).error?.issues ?? [];
  return /url/i.test(field) || !complaints.some(({ path }) => path[0] === field);
}

async function importAll(state: 'staged' | 'applied'): Promise<string> {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = scripts.map((script, at) => [`${state}-${at}`, 'F', 'goat', script, script, script, script].map(cell).join(','));
  const bytes = `Tag,Sex,Species,Name,Breed,Notes,${cell(scripts[0] ?? '')}\n${rows.join('\n')}\n`;
  const { id, questions } = await owner.person.upload('addImport', { name: `${scripts[13]}.csv`, bytes });
  const answers = questions.map(({ id: question, answer, options }) => ({ question, answer: answer ?? options[0]?.value ?? '' }));
  await owner.person.call('changeImport', { params: { id }, body: { answers } });
  if (state === 'applied') await owner.person.call('applyImport', { params: { id } });
  return id;
}

test('every text field of the attacked farm holds script payloads, and those of its animals all of them', () => {
  const fields = [...stored.keys()];
  const ofAnimals = ['addAnimal.tagNumber', 'addAnimal.saleDescription', 'addHealthRecord.notes', 'addBreedingRecord.notes'];
  expect(fields).toEqual(expect.arrayContaining([...ofAnimals, 'changeProfile.farmName', 'addCoupon.code']));
  expect(stored.get('addAnimal.saleDescription')).toBe(scripts.length);
  expect(listings.length).toBeGreaterThanOrEqual(scripts.length);
  recordMeasurement('stored scripts: payloads × fields', `${scripts.length} × ${fields.length}`);
});

test('no stored script runs on a screen of the farm’s owner', async () => {
  const screens = readBuiltScreens().map(({ path }) => path);
  const pages = screens.filter((path) => !path.includes('$') && !['/login', '/admin'].includes(path));
  const ofImports = imports.flatMap((id) => [`/animals/import?id=${id}`, `/animals/import?id=${id}&step=check`]);
  await visit(owner.person, [...pages, ...ofImports, `/for-sale/${listings[0]}`]);
});

test('no stored script runs on a screen of the marketplace', { timeout: 600_000 }, async () => {
  const shown = someOf(listings, 12);
  await visit(buyer, ['/for-sale', ...shown.map((id) => `/for-sale/${id}`)]);
});

test('no stored script runs on a screen of the administration', async () => {
  await visit(admin, ['/admin', '/for-sale']);
});

test('the check for stored scripts detects a script that runs', async () => {
  const { page, context, scriptErrors } = await watchedWindow(buyer);
  await page.goto('/for-sale');
  await page.evaluate(() => {
    Reflect.set(globalThis, '__x', 1);
    document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/pixel.gif"><b onclick="alert(1)">x</b>');
    alert(1);
  });
  await expect
    .poll(() => scriptErrors.map((fault) => /^dialog|Content Security Policy/.exec(fault)?.[0]))
    .toContain('Content Security Policy');
  expect(scriptErrors).toContain('dialog: 1');
  await expect(expectNoMark(page)).rejects.toThrow();
  await context.close();
});

interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly scriptErrors: string[];
}

async function visit(person: Person, addresses: readonly string[]): Promise<void> {
  const { page, context, scriptErrors } = await watchedWindow(person);
  let visited = 0;
  for (const address of addresses) {
    await page.goto(address);
    await page.locator('h1, h2').first().waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await walk(page);
    }
    await walk(page);
    await expectNoMark(page);
    expect(new URL(page.url()).origin).toBe(url);
    visited += 1;
  }
  await context.close();
  expect(scriptErrors).toEqual([]);
  expect(visited).toBe(addresses.length);
  recordMeasurement('stored scripts: screens visited', visited);
}

async function expectNoMark(page: Page): Promise<void> {
  const marks = await Promise.all(page.frames().map((frame) => frame.evaluate(() => Reflect.get(globalThis, '__x') as unknown)));
  expect([page.url(), ...marks]).toEqual([page.url(), undefined]);
}

async function walk(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(async () => {
    for (let step = 0; step < 40; step += 1) {
      const before = scrollY;
      scrollBy(0, innerHeight);
      await new Promise((painted) => requestAnimationFrame(painted));
      if (scrollY === before) break;
    }
    scrollTo(0, 0);
  });
  const opener = page.getByRole('button', { name: /^edit/i }).first();
  if (!(await opener.isVisible().catch(() => false))) return;
  await opener.click();
  // It opens a dialog, or fields in its place.
  await page.getByRole('dialog').or(page.locator('input:focus, textarea:focus')).first().waitFor();
  await settled(page);
  await page.keyboard.press('Escape');
}

async function watchedWindow(person: Person): Promise<Watched> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', serviceWorkers: 'block' });
  context.setDefaultTimeout(60_000);
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  watchRequests(page);
  const scriptErrors: string[] = [];
  page.on('pageerror', (error) => scriptErrors.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    scriptErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => scriptErrors.push(`popup: ${popup.url()}`));
  page.on('console', (message) => {
    // The content policy blocked a script: that it was attempted is a failure.
    if (/Content Security Policy|Refused to/i.test(message.text())) scriptErrors.push(message.text());
  });
  context.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== url)
      scriptErrors.push(`asked for ${request.url()}`);
  });
  return { page, context, scriptErrors };
}
