// @module-tag long
import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, patch, post } from '#test/page-api.ts';
import { fillRegistration, newPerson } from '#test/ui-actions.ts';

const { openPage, product, openFarm } = setUpBrowser();

async function add(page: Page, data: object): Promise<string> {
  return (await post(page, 'animals', { species: 'sheep', ...data })).id;
}

/** A paper is issued once the seller's name and address are known. */
const nameFarm = (page: Page) => patch(page, 'users/profile', { farmName: 'Hill Farm', address: '2 Hill Road' });

/** How many pages of which size are printed, in points. */
async function printed(page: Page): Promise<readonly [pages: number, size: string]> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return [text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, `${Math.round(Number(width))} × ${Math.round(Number(height))}`];
}

test('a certificate of five generations is one page of A4 and of Letter, and labels are as many to a sheet as the sheet has', async () => {
  const { page, person } = await openFarm({ viewport: desktop });
  await product().addHerd(person.username, 19);
  let fatherId: string | undefined;
  let motherId: string | undefined;
  for (let year = 2019; year < 2025; year += 1) {
    const name = `Of the Rather Long Name of ${year}`;
    const parents = { birthDate: `${year}-03-01`, breed: 'Texel', ...(fatherId !== undefined && { fatherId, motherId }) };
    const [ram, ewe] = [
      await add(page, { tagNumber: `R-${year}`, name, sex: 'male', ...parents }),
      await add(page, { tagNumber: `E-${year}`, name, sex: 'female', ...parents }),
    ];
    [fatherId, motherId] = [ram, ewe];
  }

  await page.goto(`/papers?of=${fatherId}`);
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  await page.getByRole('region', { name: 'Pedigree of R-2024' }).waitFor();
  await choose('5');
  const ancestors = page.getByRole('list', { name: 'Ancestors' }).getByRole('listitem');
  await ancestors.filter({ hasText: 'E-2019 Of the Rather Long Name of 2019' }).first().waitFor();
  // The mark of one that occurs twice stands beside a long name and is not cut off with it.
  const marks = await ancestors.evaluateAll((cells) =>
    cells.flatMap((cell) =>
      Array.from(cell.querySelectorAll('span'))
        .filter(({ textContent }) => textContent === '(again)')
        .map((mark) => mark.getBoundingClientRect().right <= cell.getBoundingClientRect().right),
    ),
  );
  expect(new Set(marks)).toEqual(new Set([true]));
  await choose('A4');
  expect(await printed(page)).toEqual([1, '595 × 842']);
  await choose('Letter');
  expect(await printed(page)).toEqual([1, '612 × 792']);
  await choose('Passport');
  await page.getByRole('region', { name: 'Passport of R-2024' }).waitFor();
  expect(await printed(page)).toEqual([1, '612 × 792']);

  await page.goto('/papers?kind=labels');
  await page.getByRole('combobox', { name: 'Animals' }).click();
  await page.getByRole('option', { name: 'All 31' }).click();
  await page.getByRole('region', { name: 'Labels, sheet 2' }).waitFor();
  expect(await printed(page)).toEqual([2, '612 × 792']);
  await choose('A4');
  expect(await printed(page)).toEqual([2, '595 × 842']);
  await choose('Stall cards');
  await page.getByRole('region', { name: 'Stall cards, sheet 8' }).waitFor();
  expect(await printed(page)).toEqual([8, '595 × 842']);
  await page.setViewportSize(phone);
  await expectGoodLook(page);
  // Hidden texts of its last columns do not widen the page.
  await page.goto(`/papers?of=${fatherId}`);
  await page.getByRole('link', { name: 'Add the name of your farm' }).waitFor();
  await page.getByText(`From the records of ${person.username} on`).waitFor();
  await choose('5');
  await expectGoodLook(page);
});

test('a sale gets a receipt and a movement document, whose animals a buyer without an account takes over by a link', async () => {
  const { page } = await openFarm({ viewport: desktop });
  await nameFarm(page);
  const sale = { kind: 'sale', day: '2026-05-01', buyer: 'Bob Hill', price: 90 };
  const animalIds = [await add(page, { tagNumber: 'E-1', name: 'Bella', sex: 'female', birthDate: '2024-03-01' })];
  animalIds.push(await add(page, { tagNumber: 'R-1', sex: 'male' }));
  await post(page, 'events', {
    events: [{ id: uuidv7(), kind: 'weighing', animalId: animalIds[0], day: '2026-04-01', weightGrams: 50_000 }],
  });
  await post(page, 'events', { events: animalIds.map((animalId) => ({ ...sale, id: uuidv7(), animalId })) });

  await page.goto('/receipt?day=2026-05-01&buyer=Bob Hill');
  await page.getByLabel('Buyer’s address').fill('1 Long Lane');
  await page.getByRole('button', { name: 'Issue' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt R-2026-1' });
  await receipt.waitFor();
  for (const text of ['E-1 Bella', 'Bob Hill', '1 Long Lane', '$180.00']) await receipt.getByText(text).first().waitFor();
  for (const [size, points] of [
    ['A4', '595 × 842'],
    ['Letter', '612 × 792'],
  ] as const) {
    await page.getByRole('radio', { name: size, exact: true }).click();
    expect(await printed(page)).toEqual([1, points]);
  }
  await page.goto('/receipts');
  await expectAccessible(page);
  await page.getByText('M-2026-1').click();
  await page.getByRole('button', { name: 'Create a link for the buyer' }).click();
  const link = await page.getByLabel('Link for the buyer').inputValue();
  await expectAccessible(page);

  const visitor = await openPage({ viewport: phone });
  await visitor.goto(link);
  await visitor.getByText(/is transferring 2 animals to you/).waitFor();
  await expectGoodLook(visitor);
  await visitor.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(visitor, newPerson('buyer'));
  await visitor.getByRole('button', { name: 'Accept them on the free plan' }).click();
  await visitor.getByText('2 animals added').waitFor();
  await visitor.getByRole('link', { name: /E-1/ }).click();
  await visitor.getByText(/^Bought from/).waitFor();
  await page.reload();
  await page.getByText(/^Accepted on/).waitFor();
});

test('Today says which papers a sale lacks, until they are put off or issued', async () => {
  const { page } = await openFarm({ viewport: phone, hasTouch: true, isMobile: true });
  await nameFarm(page);
  const [ewe, day] = [await add(page, { tagNumber: 'E-1', sex: 'female' }), calendarDateOf(new Date())];
  await add(page, { tagNumber: 'E-2', sex: 'female' });
  await post(page, 'events', { events: [{ id: uuidv7(), kind: 'sale', day, buyer: 'Bob Hill', animalId: ewe }] });
  await page.goto('/');
  const papers = page.getByRole('region', { name: 'Papers' });
  await papers.getByText('Sold to Bob Hill').waitFor();
  expect(await page.getByText('Nothing is due').count()).toBe(0);
  await expectGoodLook(page);
  await papers.getByRole('button', { name: /^Put off/ }).tap();
  await page.getByRole('radio', { name: 'No time' }).tap();
  await page.getByRole('button', { name: /^Put off to/ }).tap();
  await page.getByText('Nothing is due').waitFor();
  await page.locator('summary', { hasText: 'Put off' }).tap();
  await page.getByRole('button', { name: 'Undo putting off Receipt and movement document · E-1' }).tap();
  await papers.getByRole('link', { name: /^Issue/ }).tap();
  await page.waitForURL(/\/receipt\?/);
  await page.getByLabel('Buyer’s address').fill('1 Long Lane');
  await page.getByRole('button', { name: 'Issue' }).tap();
  await page.getByRole('article', { name: /^Receipt R-/ }).waitFor();
  await page.goto('/');
  await page.getByText('Nothing is due').waitFor();
  expect(await papers.count()).toBe(0);
});

test('a receipt of sixty animals goes on on further sheets, and the register of the year lists them', async () => {
  const { page, person: seller } = await openFarm({ viewport: desktop });
  await nameFarm(page);
  await product().addHerd(seller.username, 60);
  const herd = await get<{ id: string }>(page, 'animals');
  const events = herd.map(({ id: animalId }) => ({ id: uuidv7(), kind: 'sale', animalId, day: '2026-05-01', buyer: 'Bob' }));
  await post(page, 'events', { events });
  const { id } = await post(page, 'papers', {
    kind: 'receipt',
    eventIds: events.map((event) => event.id),
    buyer: { name: 'Bob' },
  });
  await page.goto(`/receipts/${id}`);
  await page.getByRole('article').waitFor();
  expect((await printed(page))[0]).toBeGreaterThan(1);
  await page.goto('/papers?kind=register');
  await page.getByText('60 left').waitFor();
});
