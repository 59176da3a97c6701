// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post, send } from '#test/page-api.ts';
import { openMailServer } from '#test/mail-server.ts';
import { freePort } from '#test/postgres.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const mail = openMailServer();
const { product, openPage, openFarm } = setUpBrowser(async () => {
  const port = String(await freePort());
  return { SMTP_URL: mail.url(), PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, RATE_LIMITS: 'off' };
}, ['./test/support/clock-by-signal.mjs']);
const toNextDay = () => process.kill(product().pid, 'SIGUSR2');

const breed = `Mailed${Date.now()}`;

async function offer(seller: Page, tagNumber: string): Promise<string> {
  const data = { tagNumber, breed, sex: 'female', salePrice: 325.5, species: 'goat', forSale: true };
  return (await post(seller, 'animals', data)).id;
}

async function aBuyer(name: string): Promise<{ readonly page: Page; readonly email: string }> {
  const page = await openPage({ viewport: phone });
  const person = newPerson(name);
  await registerByApi(page, person);
  await send(page, 'auth/confirm-email', { token: await mail.tokenTo(person.email) });
  return { page, email: person.email };
}

/** Saves the search on the marketplace and switches its mail on under Favourites. */
async function askForMail({ page }: { readonly page: Page }): Promise<void> {
  await page.goto(`/for-sale?search=${breed}`);
  await page.getByRole('button', { name: 'Save this search' }).click();
  await page.getByLabel('Name of the search').fill('My does');
  await page.getByLabel('Name of the search').press('Enter');
  await toast(page, 'under Favourites').waitFor();
  await page.goto('/favourites');
  await page.getByRole('checkbox', { name: 'Daily email' }).click();
  await wantsMail(page, true);
}

const wantsMail = (page: Page, isWanted: boolean) =>
  expect
    .poll(async () => {
      const searches = (await (await page.request.get('/api/saved-searches')).json()) as { wantsMail: boolean }[];
      return searches.map((search) => search.wantsMail);
    })
    .toEqual([isWanted]);

const news = /^For sale:/;

test('a saved search mails each new animal once, with its link, and a link or one click in the mail program ends it', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  await offer(seller, 'BEFORE-1');
  const [buyer, other] = [await aBuyer('buyer'), await aBuyer('other')];
  await askForMail(buyer);
  await askForMail(other);
  const newOne = await offer(seller, 'NEW-1');

  toNextDay();
  const [first] = await mail.received(buyer.email, news);
  await mail.received(other.email, news);
  expect(first?.subject).toBe('For sale: 1 new animal');
  expect(first?.source).toContain(`Doe, $325.50:\r\n${product().url}/for-sale/${newOne}`);
  expect(first?.source).not.toMatch(/NEW-1|BEFORE-1|Mailed|My does/);

  // The link of the animal leads to it.
  await buyer.page.goto(`/for-sale/${newOne}`);
  await buyer.page.getByRole('heading', { name: 'NEW-1' }).waitFor();

  // An animal that was mailed is in no second mail: the next one has the next animal alone.
  toNextDay();
  const second = await offer(seller, 'NEW-2');
  toNextDay();
  const mails = await mail.received(buyer.email, news, 2);
  expect(mails[1]?.source).toContain(`/for-sale/${second}`);
  expect(mails[1]?.source).not.toContain(newOne);

  // Anybody who opens the link sees what it does; opening it ends nothing, and a changed one nobody's mails.
  const endLink = /http:\S+\/favourites\?token=[\w-]{43}/.exec(first?.source ?? '')?.[0] ?? '';
  const stranger = await openPage({ viewport: phone });
  await stranger.goto(`${endLink.slice(0, -8)}AAAAAAAA`);
  await stranger.getByRole('button', { name: 'Stop the emails' }).click();
  await stranger.getByText('You get no more daily emails').waitFor();
  await stranger.goto(endLink);
  await stranger.getByText('Do you want to stop the daily email').waitFor();
  await expectGoodLook(stranger);
  await wantsMail(buyer.page, true);
  await wantsMail(other.page, true);
  await stranger.getByRole('button', { name: 'Stop the emails' }).click();
  await stranger.getByText('You get no more daily emails').waitFor();
  await wantsMail(buyer.page, false);
  await wantsMail(other.page, true);

  // Ended is ended, and the searches are still there.
  await offer(seller, 'NEW-3');
  const third = await aBuyer('third');
  await askForMail(third);
  await offer(seller, 'NEW-4');
  toNextDay();
  await mail.received(third.email, news);
  expect(mail.to(buyer.email, news)).toHaveLength(2);
  await buyer.page.goto('/favourites');
  await buyer.page.getByText('4 new').waitFor();
  await buyer.page.getByRole('link', { name: 'My does' }).click();
  await expect.poll(() => buyer.page.getByRole('article').count()).toBe(5);
  await buyer.page.goto('/favourites');
  await buyer.page.getByRole('link', { name: 'My does' }).waitFor();
  expect(await buyer.page.getByText(/^\d new$/).count()).toBe(0);
  await buyer.page.getByRole('button', { name: 'Delete the search My does' }).click();
  await buyer.page.getByText('None yet.').waitFor();
});
