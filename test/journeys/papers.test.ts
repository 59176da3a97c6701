// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, patch, record } from '#test/page-api.ts';
import { daysAgo, press, see } from '#test/steps.ts';
import { fillRegistration, newPerson } from '#test/ui-actions.ts';

const { openPage, product, openFarm } = setUpBrowser();

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
    const born = { species: 'sheep', birthDate: `${year}-03-01`, breed: 'Texel' };
    const fields = { ...born, name, ...(fatherId !== undefined && { fatherId, motherId }) };
    [fatherId, motherId] = [
      await addAnimal(page, `R-${year}`, { ...fields, sex: 'male' }),
      await addAnimal(page, `E-${year}`, fields),
    ];
  }

  await page.goto(`/papers?of=${fatherId}`);
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  await page.getByRole('region', { name: 'Pedigree of R-2024' }).waitFor();
  await choose('5');
  const ancestors = page.getByRole('list', { name: 'Ancestors' }).getByRole('listitem');
  await ancestors.filter({ hasText: 'E-2019 Of the Rather Long Name of 2019' }).first().waitFor();
  await choose('A4');
  expect(await printed(page)).toEqual([1, '595 × 842']);
  await choose('Letter');
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
});

test('a sale lacks its papers on Today until it gets a receipt and a movement document, whose animals a buyer without an account takes over by a link', async () => {
  const { page } = await openFarm({ viewport: desktop });
  // A paper is issued once the seller's name and address are known.
  await patch(page, 'users/profile', { farmName: 'Hill Farm', address: '2 Hill Road' });
  const ewe = await addAnimal(page, 'E-1', { species: 'sheep', name: 'Bella', birthDate: '2024-03-01' });
  const ram = await addAnimal(page, 'R-1', { species: 'sheep', sex: 'male' });
  await addAnimal(page, 'E-2', { species: 'sheep' });
  await record(page, { kind: 'weighing', animalId: ewe, day: daysAgo(30), weightGrams: 50_000 });
  await record(page, ...[ewe, ram].map((animalId) => ({ kind: 'sale', buyer: 'Bob Hill', price: 90, animalId })));

  await page.goto('/');
  const papers = page.getByRole('region', { name: 'Papers' });
  await see(papers, 'Sold to Bob Hill');
  expect(await page.getByText('Nothing is due').count()).toBe(0);
  await papers.getByRole('link', { name: /^Issue/ }).click();
  await page.waitForURL(/\/receipt\?/);
  await page.getByLabel('Buyer’s address').fill('1 Long Lane');
  await press(page, 'Issue');
  const receipt = page.getByRole('article', { name: /^Receipt R-\d{4}-1$/ });
  for (const text of ['E-1 Bella', 'Bob Hill', '1 Long Lane', '$180.00']) await receipt.getByText(text).first().waitFor();
  for (const [size, points] of Object.entries({ A4: '595 × 842', Letter: '612 × 792' })) {
    await page.getByRole('radio', { name: size, exact: true }).click();
    expect(await printed(page)).toEqual([1, points]);
  }
  await page.goto('/');
  await see(page, 'Nothing is due');
  expect(await papers.count()).toBe(0);
  await page.goto('/receipts');
  await expectAccessible(page);
  await page.getByText(/M-\d{4}-1/).click();
  await press(page, 'Create a link for the buyer');
  const link = await page.getByLabel('Link for the buyer').inputValue();
  await expectAccessible(page);

  const visitor = await openPage({ viewport: phone });
  await visitor.goto(link);
  await see(visitor, /is transferring 2 animals to you/);
  await expectGoodLook(visitor);
  await visitor.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(visitor, newPerson('buyer'));
  await press(visitor, 'Accept them on the free plan');
  await see(visitor, '2 animals added');
  await visitor.getByRole('link', { name: /E-1/ }).click();
  await see(visitor, /^Bought from/);
  await page.reload();
  await see(page, /^Accepted on/);
});
