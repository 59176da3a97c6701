import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';

const { openPage, product } = setUpBrowser();

async function add(page: Page, data: object): Promise<string> {
  const answer = await page.request.post('/api/animals', { data: { species: 'sheep', ...data } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** How many pages of which size are printed, in points. */
async function printed(page: Page): Promise<readonly [pages: number, size: string]> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return [text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, `${Math.round(Number(width))} × ${Math.round(Number(height))}`];
}

test('a certificate of five generations is one page of A4 and of Letter, and labels are as many to a sheet as the sheet has', async () => {
  const page = await openPage({ viewport: desktop });
  const person = newPerson('papers');
  await registerByApi(page, person);
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
  await page.getByText('E-2019 Of the Rather Long Name of 2019 (again)').first().waitFor();
  await choose('A4');
  expect(await printed(page)).toEqual([1, '595 × 842']);
  await choose('Letter');
  expect(await printed(page)).toEqual([1, '612 × 792']);
  await choose('Passport');
  await page.getByRole('region', { name: 'Passport of R-2024' }).waitFor();
  expect(await printed(page)).toEqual([1, '612 × 792']);

  await page.goto('/papers?kind=labels');
  await page.getByRole('radio', { name: 'All 31' }).click();
  await page.getByRole('region', { name: 'Labels, sheet 2' }).waitFor();
  expect(await printed(page)).toEqual([2, '612 × 792']);
  await choose('A4');
  expect(await printed(page)).toEqual([2, '595 × 842']);
  await choose('Stall cards');
  await page.getByRole('region', { name: 'Stall cards, sheet 8' }).waitFor();
  expect(await printed(page)).toEqual([8, '595 × 842']);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
