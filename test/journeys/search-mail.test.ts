// @module-tag long
import { expect, test } from 'vitest';
import { phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get, send } from '#test/page-api.ts';
import { openMailServer } from '#test/mail-server.ts';
import { freePort } from '#test/postgres.ts';
import { press, see } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const mail = openMailServer();
const { product, openPage, openFarm } = setUpBrowser(async () => {
  const port = String(await freePort());
  return { SMTP_URL: mail.url(), PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, RATE_LIMITS: 'off' };
}, ['./test/support/clock-by-signal.mjs']);

test('a search is saved on the marketplace, mails a new animal with its link, and the link in the mail ends it and no other', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  const breed = `Mailed${Date.now()}`;
  const offer = (tag: string) => addAnimal(seller, tag, { breed, salePrice: 325.5, forSale: true });
  await offer('BEFORE-1');
  const { page, person } = await openFarm({ viewport: phone });
  await send(page, 'auth/confirm-email', { token: await mail.tokenTo(person.email) });
  await page.goto(`/for-sale?search=${breed}`);
  await press(page, 'Save this search');
  await page.getByLabel('Name of the search').fill('My does');
  await page.getByLabel('Name of the search').press('Enter');
  await toast(page, 'under Favourites').waitFor();
  await page.goto('/favourites');
  await expectGoodLook(page);
  const wantsMail = async () => (await get<{ wantsMail: boolean }>(page, 'saved-searches')).map((search) => search.wantsMail);
  await page.getByRole('checkbox', { name: 'Daily email' }).click();
  await expect.poll(wantsMail).toEqual([true]);
  const newOne = await offer('NEW-1');

  process.kill(product().pid, 'SIGUSR2');
  const [sent] = await mail.received(person.email, /^For sale:/);
  expect(sent?.subject).toBe('For sale: 1 new animal');
  expect(sent?.source).toContain(`Doe, $325.50:\r\n${product().url}/for-sale/${newOne}`);
  await page.goto(`/for-sale/${newOne}`);
  await page.getByRole('heading', { name: 'NEW-1' }).waitFor();

  // Anybody who opens the link sees what it does; opening it ends nothing, and a changed one nobody's mails.
  const endLink = /http:\S+\/favourites\?token=[\w-]{43}/.exec(sent?.source ?? '')?.[0] ?? '';
  const stranger = await openPage({ viewport: phone });
  await stranger.goto(`${endLink.slice(0, -8)}AAAAAAAA`);
  await press(stranger, 'Stop the emails');
  await see(stranger, 'You get no more daily emails');
  await stranger.goto(endLink);
  await see(stranger, 'Do you want to stop the daily email');
  await expectGoodLook(stranger);
  expect(await wantsMail()).toEqual([true]);
  await press(stranger, 'Stop the emails');
  await see(stranger, 'You get no more daily emails');
  await expect.poll(wantsMail).toEqual([false]);

  // Ended is ended, and the search is still there.
  await page.goto('/favourites');
  await see(page, '1 new');
  await page.getByRole('link', { name: 'My does' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await page.goto('/favourites');
  await page.getByRole('link', { name: 'My does' }).waitFor();
  expect(await page.getByText(/^\d new$/).count()).toBe(0);
  await press(page, 'Delete the search My does');
  await see(page, 'None yet.');
});
