// @module-tag long
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage, openFarm } = setUpBrowser();

test('a seller says where the farm is, and a buyer finds what is near, by sex and by price', async () => {
  const breed = `Breed${Date.now()}`;
  const { page: seller } = await openFarm({ viewport: desktop });
  for (const [tagNumber, sex, salePrice] of [
    ['B-1', 'male', 800],
    ['D-1', 'female', 450],
    ['D-2', 'female', 300],
  ] as const) {
    const data = { tagNumber, sex, salePrice, breed, species: 'goat', forSale: true };
    await post(seller, 'animals', data);
  }
  await seller.goto('/settings/marketplace');
  await seller.getByLabel('Place in words').fill('near Olathe, Kansas');
  await seller.getByLabel('Coordinates').fill('38.8814, -94.8191');
  await seller.getByRole('heading', { name: 'Your Farm on the Marketplace' }).scrollIntoViewIfNeeded();
  await seller.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(seller, 'The marketplace now shows it.').waitFor();
  await expect.poll(() => seller.getByLabel('Coordinates').inputValue()).toBe('38.9, -94.8');
  await expectAccessible(seller);

  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale?search=${breed}`);
  const first = buyer.getByRole('article').first();
  await first.getByText('near Olathe, Kansas · listed today').waitFor();
  const filters = await buyer.getByRole('search').boundingBox();
  expect(filters?.height).toBeLessThanOrEqual(112);
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(320);
  await buyer.getByRole('button', { name: 'Filters' }).click();
  await buyer.getByLabel('Near').fill('39.1, -94.58');
  await buyer.getByLabel('Near').press('Enter');
  await buyer.getByLabel('Distance').click();
  await buyer.getByRole('option', { name: 'Within 50 km (31 mi)' }).click();
  await buyer.getByLabel('Sex').click();
  await buyer.getByRole('option', { name: 'Female' }).click();
  await buyer.getByLabel('Sort').click();
  await buyer.getByRole('option', { name: 'Lowest price' }).click();
  const names = () => buyer.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  await expect.poll(names).toEqual(['D-2', 'D-1']);
  await buyer.getByText('29 km (18 mi)').first().waitFor();
  await buyer.getByText('Prices on offer: $300 to $450').waitFor();
  expect(new URL(buyer.url()).searchParams.get('withinKm')).toBe('50');
  await expectGoodLook(buyer);
  await buyer.getByRole('link', { name: 'D-2' }).click();
  await buyer.getByText('Unknown Farm · near Olathe, Kansas · listed today').waitFor();
});

test('where a farm shows no address and takes no messages, its listing says so, and so do its settings', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  const data = { tagNumber: 'Q-1', sex: 'female', salePrice: 300, species: 'goat', forSale: true };
  const { id } = await post(seller, 'animals', data);
  await seller.goto('/settings/marketplace');
  await seller.getByRole('radio', { name: 'Nobody' }).click();
  await seller.getByLabel('Buyers may write to you').uncheck();
  await seller.getByText('buyers cannot reach you').waitFor();
  await seller.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(seller, 'The marketplace now shows it.').waitFor();
  const visitor = await openPage({ viewport: phone });
  await visitor.goto(`/for-sale/${id}`);
  await visitor.getByText('No email address is shown here.').waitFor();
  // An address with choices that do not exist leads to all animals.
  await visitor.goto('/for-sale?sex=neither&sort=age');
  await visitor.getByRole('button', { name: 'Show all animals' }).click();
  await visitor.getByRole('article', { name: 'Q-1' }).waitFor();
  await visitor.goto(`/for-sale/${id}`);
  await expectAccessible(visitor);
  await registerByApi(visitor, newPerson('buyer'));
  await visitor.reload();
  await visitor.getByText('This farm shows no email address and takes no messages here.').waitFor();
});

test('a visitor marks animals in the browser, and after signing in they are those of the account', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  const breed = `Fav${Date.now()}`;
  const ids: string[] = [];
  for (const tagNumber of ['H-1', 'H-2']) {
    const data = { tagNumber, breed, sex: 'female', salePrice: 300, species: 'goat', forSale: true };
    ids.push((await post(seller, 'animals', data)).id);
  }
  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale?search=${breed}`);
  await buyer.getByRole('button', { name: 'Favourite: H-1' }).click();
  await buyer.getByRole('button', { name: 'Favourite: H-2' }).click();
  await expectAccessible(buyer);
  await buyer.getByRole('link', { name: 'Favourites' }).click();
  await buyer.getByText('Stored only in this browser.').waitFor();
  await expect.poll(() => buyer.getByRole('article').count()).toBe(2);
  await patch(seller, `animals/${ids[0]}`, { status: 'sold' });
  await registerByApi(buyer, newPerson('buyer'));
  await buyer.goto('/favourites');
  await buyer.getByText('on all your devices').waitFor();
  await expect.poll(() => buyer.getByRole('article').count()).toBe(1);
  await patch(seller, `animals/${ids[1]}`, { status: 'sold' });
  await buyer.reload();
  await buyer.getByText('One animal you marked is no longer for sale.').waitFor();
  await expectGoodLook(buyer);
  await buyer.getByRole('button', { name: 'Take it off the list' }).click();
  await buyer.getByText('No favourites yet').waitFor();
});

test('a seller shows several photos in an order, and a buyer goes through them by keyboard and by swipe', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  const data = { tagNumber: 'P-1', name: 'Poppy', sex: 'female', salePrice: 300, species: 'goat', forSale: true };
  const { id } = await post(seller, 'animals', data);
  await seller.goto('/animal-sells');
  await seller.getByRole('button', { name: /^P-1/ }).click();
  await seller.getByRole('button', { name: /Photos and more of .*Poppy/ }).click();
  const dialog = seller.getByRole('dialog');
  for (const [index, width] of [900, 800, 700].entries()) {
    const buffer = await testPicture(width, 600).as('jpeg');
    await dialog.getByLabel('Add a photo').setInputFiles({ name: 'goat.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.getByRole('button', { name: `Remove photo ${index + 1}` }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Make photo 3 the cover' }).click();
  await dialog.getByLabel('Link to a clip').fill('http://video.example.org/poppy');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const violation = dialog.getByText('Must begin with https://');
  await violation.waitFor();
  // Shown above the buttons, not behind them.
  const [shown, buttons] = [await violation.boundingBox(), await dialog.locator('footer').boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await dialog.getByLabel('Link to a clip').fill('https://video.example.org/poppy');
  await dialog.getByLabel('Show the same records as for my other animals').uncheck();
  await dialog.getByLabel('Sire and dam').check();
  await dialog.getByLabel('Vaccinations, last treatment, withdrawal').check();
  await expectGoodLook(seller);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(seller, 'The marketplace now shows it.').waitFor();
  await seller.goto(`/for-sale/${id}`);
  await seller.getByText('This is your farm’s listing').waitFor();
  await seller.getByRole('button', { name: 'Share' }).waitFor();
  expect(await seller.getByText('Ask the seller').count()).toBe(0);
  await expectAccessible(seller);

  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale/${id}`);
  await buyer.getByText('Ask the seller').waitFor();
  const photo = () => buyer.getByText(/^Photo \d of 3$/).textContent();
  await buyer.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(photo).toBe('Photo 2 of 3');
  await buyer.getByRole('list', { name: 'One photo at a time' }).focus();
  await buyer.keyboard.press('ArrowRight');
  await expect.poll(photo).toBe('Photo 3 of 3');
  await buyer.getByRole('button', { name: 'Show photo 1' }).click();
  await expect.poll(photo).toBe('Photo 1 of 3');
  await buyer.evaluate(() => (document.documentElement.dir = 'rtl'));
  const next = buyer.getByRole('button', { name: 'Next photo' });
  const previous = buyer.getByRole('button', { name: 'Previous photo' });
  expect((await next.boundingBox())?.x).toBeLessThan((await previous.boundingBox())?.x ?? 0);
  const arrows = await Promise.all(
    [next, previous].map((each) => each.locator('svg').evaluate((svg) => getComputedStyle(svg).scale)),
  );
  expect(arrows).toEqual(['-1 1', '-1 1']);
  await next.click();
  await expect.poll(photo).toBe('Photo 2 of 3');
  await previous.click();
  await expect.poll(photo).toBe('Photo 1 of 3');
  await buyer.evaluate(() => (document.documentElement.dir = 'ltr'));
  await buyer.getByRole('heading', { name: 'From the farm’s records' }).waitFor();
  const clip = buyer.getByRole('link', { name: 'Watch a clip on video.example.org' });
  expect(await clip.getAttribute('rel')).toContain('nofollow');
  await expectGoodLook(buyer);
});
