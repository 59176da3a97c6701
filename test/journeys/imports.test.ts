import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktopFirst, expectAccessible, phoneFirst, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get } from '#test/page-api.ts';
import { choose, chooseFile, pick, press, see } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';
import { workbook } from '#test/workbook.ts';
import { longTest, sampledTest, someOf } from '#test/long-run.ts';

const { openFarm } = setUpBrowser();

interface Stored {
  readonly tagNumber: string;
  readonly sex: string;
  readonly forSale: boolean;
}

async function undoImport(page: Page): Promise<void> {
  await press(page, 'Undo this import');
  await press(page.getByRole('alertdialog'), 'Undo the import');
}

const lambs = [
  'Lamb ID,Sex,DOB,Dam,Sire,Birth wt,Breed,Pasture',
  'L-1,F,03/04/2024,E-7,R-1,8.2,Dorper,North',
  'L-2,M,05/04/2024,E-7,R-1,7.9,Dorper,North',
  ',F,06/04/2024,E-8,R-1,7.0,Dorper,South',
].join('\n');

sampledTest(phoneFirst)(
  'a flock comes in from a spreadsheet at %s, but not from a picture, is seen before it is written, and is undone',
  async (_, viewport) => {
    const { page } = await openFarm({ viewport });
    await page.goto('/animals');
    const way = page.getByRole('link', { name: /import|spreadsheet/i });
    await way.first().click();
    await page.waitForURL('/animals/import');
    await expectAccessible(page);
    await chooseFile(page, 'photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]));
    await see(page.getByRole('alert'), /CSV, TSV or XLSX/);
    await chooseFile(page, 'lambs.csv', lambs);

    // An ambiguous value is asked about, never guessed.
    await see(page, '2 questions need your answer');
    expect(await page.getByRole('button', { name: 'Check the rows' }).isDisabled()).toBe(true);
    await expectGoodLook(page);
    await pick(page, 'Sheep', /Day first/, 'Kilograms');
    await press(page, 'Check the rows');

    await see(page, 'This adds 2 new animals', 'The tag number is missing.');
    expect(await get(page, 'animals')).toEqual([]);
    await expectGoodLook(page);
    await press(page, 'Import 2 animals');
    await see(page, '2 animals were added');
    await expectAccessible(page);
    const lamb = { species: 'sheep', sex: 'female', birthDate: '2024-04-03', birthWeightGrams: 8200, breed: 'Dorper' };
    expect((await get<Stored>(page, 'animals')).find(({ tagNumber }) => tagNumber === 'L-1')).toMatchObject(lamb);
    await page.getByRole('link', { name: 'See your animals' }).click();
    await page.getByRole('link', { name: /L-2/ }).first().waitFor();

    await page.goBack();
    await undoImport(page);
    await toast(page, 'Import undone').waitFor();
    for (const list of ['animals', 'reference-animals']) expect(await get(page, list)).toEqual([]);
  },
);

const herd = [
  'Ohrmarke,Name,Geschlecht,Geburtsdatum,Mutter,For sale,Price',
  'B-1,Bella,weiblich,2023-03-04,,yes,250',
  'B-2,,w,2024-05-06,B-1,,',
  'B-3,Max,männlich,2024-05-06,B-1,,',
  'Summe: 3,,,,,,',
].join('\n');

sampledTest(someOf(desktopFirst, 1), 0)(
  'each row shows its animal before it comes in, and is left out or taken in at %s',
  async (_, viewport) => {
    const { page } = await openFarm({ viewport });
    await page.goto('/animals/import');
    await chooseFile(page, 'herde.csv', herd);
    await pick(page, 'Goats');
    await press(page, 'Check the rows');
    await see(
      page,
      /^Doe · born May 6, 2024 · mother B-1 Bella$/,
      /^Buck · born May 6, 2024 · mother B-1 Bella$/,
      /looks like a line of totals/,
      /1 animal is marked for sale .* public marketplace, .* email address of your farm/,
      /^Public listing$/,
    );
    await expectGoodLook(page);

    await pick(page, 'Bring them in without offering them');
    await page.getByText('Public listing', { exact: true }).waitFor({ state: 'hidden' });
    await press(page, 'Leave out row 4, B-3');
    await see(page, 'You left this row out.');
    await press(page, 'Leave out row 3, B-2', 'Include row 3, B-2', 'Import 2 animals');
    await see(page, '2 animals were added');
    const animals = await get<Stored>(page, 'animals');
    expect(animals.map(({ tagNumber, sex, forSale }) => `${tagNumber} ${sex} ${forSale}`).toSorted()).toEqual([
      'B-1 female false',
      'B-2 female false',
    ]);
    await undoImport(page);
    await page.getByRole('button', { name: '2 Had been added' }).waitFor();
    expect(await page.getByText('Added', { exact: true }).count()).toBe(0);
  },
);

longTest('an import offers the other sheets of a workbook, also after a reload', async () => {
  const { page } = await openFarm();
  await page.goto('/animals/import');
  const heading = ['Tag', 'Sex', 'Species'];
  const book = workbook([heading, ['E-1', 'F', 'sheep']], [heading, ['R-1', 'M', 'sheep'], ['R-2', 'M', 'sheep']]);
  await chooseFile(page, 'herd.xlsx', book);
  await choose(page, 'Sheet of the workbook', 'Sheet2 (2 rows)');
  await see(page, 'R-1 · R-2');
  await page.reload();
  await choose(page, 'Sheet of the workbook', 'Sheet1 (1 row)');
  await see(page, 'Choose herd.xlsx again to read this sheet');
  await chooseFile(page, 'herd.xlsx', book);
  await see(page, /^E-1$/);
  await press(page, 'Check the rows', 'Import 1 animal');
  await see(page, '1 animal was added');
  expect(await get(page, 'imports')).toHaveLength(1);
});
