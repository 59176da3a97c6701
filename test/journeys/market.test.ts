// @module-tag long
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, patch } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { choose, fill, pick, press, see, seeButton } from '#test/steps.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage, openFarm } = setUpBrowser();

test('a seller says where the farm is and shows no address, and a buyer finds what is near, by sex and by price, and marks it', async () => {
  const breed = `Breed${Date.now()}`;
  const { page: seller } = await openFarm({ viewport: desktop });
  const offer = (tag: string, salePrice: number, sex = 'female') =>
    addAnimal(seller, tag, { breed, salePrice, sex, forSale: true });
  await offer('B-1', 800, 'male');
  const ids = [await offer('D-1', 450), await offer('D-2', 300)];
  await seller.goto('/settings/marketplace');
  await seller.getByLabel('Place in words').fill('near Olathe, Kansas');
  await seller.getByLabel('Coordinates').fill('38.8814, -94.8191');
  await pick(seller, 'Nobody');
  await seller.getByLabel('Buyers may write to you').uncheck();
  await press(seller, /^Save$/);
  await toast(seller, 'The marketplace now shows it.').waitFor();
  await expect.poll(() => seller.getByLabel('Coordinates').inputValue()).toBe('38.9, -94.8');
  await expectAccessible(seller);

  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale?search=${breed}`);
  const cards = buyer.getByRole('article');
  await see(cards.first(), 'near Olathe, Kansas · listed today');
  await press(buyer, 'Filters');
  await buyer.getByLabel('Near').fill('39.1, -94.58');
  await buyer.getByLabel('Near').press('Enter');
  await choose(buyer, 'Distance', 'Within 50 km (31 mi)');
  await choose(buyer, 'Sex', 'Female');
  await choose(buyer, 'Sort', 'Lowest price');
  const names = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  await expect.poll(names).toEqual(['D-2', 'D-1']);
  await buyer.getByText('29 km (18 mi)').first().waitFor();
  await see(buyer, 'Prices on offer: $300 to $450');
  expect(new URL(buyer.url()).searchParams.get('withinKm')).toBe('50');
  await press(buyer, 'Favourite: D-1', 'Favourite: D-2');
  await expectGoodLook(buyer);
  await buyer.getByRole('link', { name: 'D-2' }).click();
  await see(buyer, 'Unknown Farm · near Olathe, Kansas · listed today', 'No email address is shown here.');
  await expectAccessible(buyer);

  await buyer.goto('/favourites');
  await see(buyer, 'Stored only in this browser.');
  await expect.poll(() => cards.count()).toBe(2);
  await patch(seller, `animals/${ids[0]}`, { status: 'sold' });
  await registerByApi(buyer, newPerson('buyer'));
  await buyer.goto('/favourites');
  await see(buyer, 'on all your devices');
  await expect.poll(() => cards.count()).toBe(1);
  await patch(seller, `animals/${ids[1]}`, { status: 'sold' });
  await buyer.reload();
  await see(buyer, 'One animal you marked is no longer for sale.');
  await expectGoodLook(buyer);
  await press(buyer, 'Take it off the list');
  await see(buyer, 'No favourites yet');
});

test('a seller shows several photos in an order, and a buyer goes through them by keyboard and by swipe', async () => {
  const { page: seller } = await openFarm({ viewport: phone });
  const id = await addAnimal(seller, 'P-1', { name: 'Poppy', salePrice: 300, forSale: true });
  await seller.goto('/animal-sells');
  await press(seller, /^P-1/, /Photos and more of .*Poppy/);
  const dialog = seller.getByRole('dialog');
  for (const [index, width] of [900, 800, 700].entries()) {
    const buffer = await testPicture(width, 600).as('jpeg');
    await dialog.getByLabel('Add a photo').setInputFiles({ name: 'goat.jpg', mimeType: 'image/jpeg', buffer });
    await seeButton(dialog, `Remove photo ${index + 1}`);
  }
  await press(dialog, 'Make photo 3 the cover');
  await fill(dialog, { 'Link to a clip': 'http://video.example.org/poppy' });
  await press(dialog, 'Save');
  await see(dialog, 'Must begin with https://');
  await fill(dialog, { 'Link to a clip': 'https://video.example.org/poppy' });
  await dialog.getByLabel('Show the same records as for my other animals').uncheck();
  for (const fact of ['Sire and dam', 'Vaccinations, last treatment, withdrawal']) await dialog.getByLabel(fact).check();
  await expectGoodLook(seller);
  await press(dialog, 'Save');
  await toast(seller, 'The marketplace now shows it.').waitFor();
  await seller.goto(`/for-sale/${id}`);
  await see(seller, 'This is your farm’s listing');
  expect(await seller.getByText('Ask the seller').count()).toBe(0);
  await expectAccessible(seller);

  const buyer = await openPage({ viewport: phone });
  await buyer.goto(`/for-sale/${id}`);
  await see(buyer, 'Ask the seller');
  const expectPhoto = (number: number) =>
    expect.poll(() => buyer.getByText(/^Photo \d of 3$/).textContent()).toBe(`Photo ${number} of 3`);
  await press(buyer, 'Next photo');
  await expectPhoto(2);
  await buyer.getByRole('list', { name: 'One photo at a time' }).focus();
  await buyer.keyboard.press('ArrowRight');
  await expectPhoto(3);
  await press(buyer, 'Show photo 1');
  await expectPhoto(1);
  await see(buyer, 'From the farm’s records');
  const clip = buyer.getByRole('link', { name: 'Watch a clip on video.example.org' });
  expect(await clip.getAttribute('rel')).toContain('nofollow');
  await expectGoodLook(buyer);
});
