import { beforeAll, describe, expect, test } from 'vitest';
import type { InitialData } from '#contract/initial-data.ts';
import { buildWebOnce } from '#test/build-web.ts';
import { openTestServer, useTestServer, type Person } from '#test/engines.ts';
import { scripts } from '#test/naughty-strings.ts';

const url = '/for-sale';

const rootOf = (page: string): string => /<div id="root"[^>]*>(.*)<\/div><script type="application\/json"/s.exec(page)?.[1] ?? '';
const initialDataOf = (page: string): InitialData =>
  JSON.parse(/<script type="application\/json" id="initial-data">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}') as InitialData;

describe('the first HTML', () => {
  beforeAll(buildWebOnce);
  const server = useTestServer('sqlite', { webDir: 'build/web' });
  let seller: Person;
  const offer = (name: string, tagNumber: string) => seller.addAnimal({ tagNumber, name, forSale: true, salePrice: 250 });
  const firstPage = async (who = server().visitor(), address = url): Promise<string> =>
    (await who.send({ method: 'GET', url: address })).payload;

  beforeAll(async () => {
    seller = await server().register({ plan: 'enterprise' });
  });

  test('shows a visitor the newest listings and brings along what the API would answer', async () => {
    for (let number = 0; number < 10; number += 1) await offer(`Clover ${number}`, `C-${number}`);
    const page = await firstPage();
    expect(rootOf(page)).toContain('Clover 9');
    expect(rootOf(page).match(/<article/g)).toHaveLength(8);
    const { user, listings } = initialDataOf(page);
    expect(user).toBeNull();
    expect(listings?.items).toEqual(await server().call('listForSale', { query: {} }));
    expect(page).not.toContain('href="/api/');
  });

  test('has no email address of a seller that could be read without running scripts', async () => {
    const page = await firstPage();
    expect(initialDataOf(page).listings?.items[0]?.email).toBe(`${seller.username}@example.org`);
    expect(page).not.toMatch(/@|mailto:/);
    expect(rootOf(page).match(/…/g)).toHaveLength(8);
  });

  test('renders what farmers write as text, never as markup (ASVS 1.2.1)', async () => {
    for (const [number, script] of scripts.slice(0, 8).entries()) await offer(script.slice(0, 100), `X-${number}`);
    await offer('</script><script>alert(1)</script>', 'X-a');
    await offer('</title> <!-- " style="color:red', 'X-b');
    const page = await firstPage();
    // The theme, the product's own, and the data.
    expect(page.match(/<script/g)).toHaveLength(3);
    const tags = rootOf(page).match(/<[^>]+>/g) ?? [];
    const names = new Set(tags.map((tag) => /^<\/?([a-z\d]+)/i.exec(tag)?.[1]));
    expect([...names].filter((name) => /script|iframe|object|embed|form|style|base|meta/i.test(name ?? ''))).toEqual([]);
    const attributes = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '')).join('');
    expect(attributes).not.toMatch(/\s(?:on\w+|style|srcdoc)=/i);
    expect(rootOf(page)).toContain('&lt;/title&gt; &lt;!-- &quot; style=&quot;color:red');
  });

  test('has no data in the shell of a farm, and no data of a farm for a visitor', async () => {
    const farmer = await server().register({ plan: 'guest' });
    await farmer.addAnimal({ tagNumber: 'SECRET-1' });
    for (const address of ['/', '/animals?status=all', url]) {
      const page = await firstPage(farmer, address);
      expect(page).toContain('<div id="root" inert>');
      expect(page).not.toMatch(/SECRET-1|Clover|id="initial-data"/);
    }
    const stranger = server().visitor();
    expect(await firstPage(stranger, '/animals')).toContain('<div id="root" inert></div>');
    stranger.cookies.set('session', 'no-such-session');
    expect(await firstPage(stranger, '/animals')).not.toMatch(/SECRET-1|Clover|id="initial-data"/);
  });

  test('is the same for every farmer, at every screen of a farm', async () => {
    const [farmer, other] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'guest' })];
    await farmer.addAnimal({ tagNumber: 'SECRET-1' });
    for (const address of ['/', '/animals', '/reports', '/settings'])
      expect(await firstPage(farmer, address)).toBe(await firstPage(other, address));
  });

  test('prerenders no search of the marketplace', async () => {
    const page = await firstPage(server().visitor(), `${url}?search=clover`);
    expect(page).not.toContain('Clover 9');
    expect(page).toContain('<div id="root" inert>');
  });

  test('counts as a visit: beyond the limit the page comes without listings', async () => {
    const limited = await openTestServer('sqlite', { webDir: 'build/web', env: { RATE_LIMITS: 'on' } });
    const pages: string[] = [];
    for (let visit = 0; visit < 70; visit += 1) pages.push(await firstPage(limited.visitor()));
    await limited.close();
    expect(initialDataOf(pages[0] ?? '').listings).toBeDefined();
    expect(initialDataOf(pages.at(-1) ?? '')).toEqual({ user: null, currency: 'USD' });
  });
});
