import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

test('a seller says where the farm is, and a buyer finds what is near, by sex and by price', async () => {
  const breed = `Breed${Date.now()}`;
  const seller = await openPage({ viewport: desktop });
  await registerByApi(seller, newPerson('seller'));
  for (const [tagNumber, sex, salePrice] of [
    ['B-1', 'male', 800],
    ['D-1', 'female', 450],
    ['D-2', 'female', 300],
  ] as const) {
    const data = { tagNumber, sex, salePrice, breed, species: 'goat', forSale: true };
    expect((await seller.request.post('/api/animals', { data })).status()).toBe(201);
  }
  await seller.goto('/settings');
  await seller.getByLabel('Place in words').fill('near Olathe, Kansas');
  await seller.getByLabel('Coordinates').fill('38.8814, -94.8191');
  await seller.getByRole('heading', { name: 'Your Farm on the Marketplace' }).scrollIntoViewIfNeeded();
  await seller.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(seller, 'The marketplace shows it from now on.').waitFor();
  await expect.poll(() => seller.getByLabel('Coordinates').inputValue()).toBe('38.9, -94.8');
  await expectAccessible(seller);

  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale?search=${breed}`);
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
  await expectAccessible(buyer);
  await expectNoSidewaysScroll(buyer);
  await buyer.getByRole('link', { name: 'D-2' }).click();
  await buyer.getByText('near Olathe, Kansas').waitFor();
});
