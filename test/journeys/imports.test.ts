import { expect } from 'vitest';
import { desktopFirst, expectAccessible, phone, phoneFirst, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { registerByApi, newPerson, toast } from '#test/ui-actions.ts';
import { workbook } from '#test/workbook.ts';
import { longTest, sampledTest, someOf } from '#test/long-run.ts';

const { openPage } = setUpBrowser();

const lambs = [
  'Lamb ID,Sex,DOB,Dam,Sire,Birth wt,Breed,Pasture',
  'L-1,F,03/04/2024,E-7,R-1,8.2,Dorper,North',
  'L-2,M,05/04/2024,E-7,R-1,7.9,Dorper,North',
  ',F,06/04/2024,E-8,R-1,7.0,Dorper,South',
].join('\n');

sampledTest(phoneFirst)(
  'a flock comes in from a spreadsheet at %s, but not from a picture, is seen before it is written, and is undone',
  async (_, viewport) => {
    const page = await openPage({ viewport });
    await registerByApi(page, newPerson('ada'));
    await page.goto('/animals');
    await page
      .getByRole('link', { name: /import|spreadsheet/i })
      .first()
      .click();
    await page.waitForURL('/animals/import');
    await expectAccessible(page);
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture });
    await page
      .getByRole('alert')
      .getByText(/CSV, TSV or XLSX/)
      .waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'lambs.csv', mimeType: 'text/csv', buffer: Buffer.from(lambs) });

    // An ambiguous value is asked about, never guessed.
    const next = page.getByRole('button', { name: 'Check the rows' });
    await page.getByText('2 questions need your answer').waitFor();
    expect(await next.isDisabled()).toBe(true);
    await expectGoodLook(page);
    await page.getByRole('radio', { name: 'Sheep' }).click();
    await page.getByRole('radio', { name: /Day first/ }).click();
    await page.getByRole('radio', { name: 'Kilograms' }).click();
    await next.click();

    await page.getByText('This adds 2 new animals').waitFor();
    await page.getByText('The tag number is missing.').waitFor();
    expect(await (await page.request.get('/api/animals')).json()).toEqual([]);
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Import 2 animals' }).click();

    await page.getByText('2 animals were added').waitFor();
    await expectAccessible(page);
    const animals = (await (await page.request.get('/api/animals')).json()) as Record<string, unknown>[];
    expect(animals.find(({ tagNumber }) => tagNumber === 'L-1')).toMatchObject({
      species: 'sheep',
      sex: 'female',
      birthDate: '2024-04-03',
      birthWeightGrams: 8200,
      breed: 'Dorper',
    });
    await page.getByRole('link', { name: 'See your animals' }).click();
    await page.getByRole('link', { name: /L-2/ }).first().waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
    await toast(page, 'Import undone').waitFor();
    expect(await (await page.request.get('/api/animals')).json()).toEqual([]);
    expect(await (await page.request.get('/api/reference-animals')).json()).toEqual([]);
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
    const page = await openPage({ viewport });
    await registerByApi(page, newPerson('ada'));
    await page.goto('/animals/import');
    await page.locator('input[type=file]').setInputFiles({ name: 'herde.csv', mimeType: 'text/csv', buffer: Buffer.from(herd) });
    await page.getByRole('radio', { name: 'Goats' }).click();
    await page.getByRole('button', { name: 'Check the rows' }).click();

    await page.getByText('Doe · born May 6, 2024 · mother B-1 Bella', { exact: true }).waitFor();
    await page.getByText('Buck · born May 6, 2024 · mother B-1 Bella', { exact: true }).waitFor();
    await page.getByText(/looks like a line of totals/).waitFor();
    await page.getByText(/1 animal is marked for sale .* public marketplace, .* email address of your farm/).waitFor();
    await page.getByText('Public listing', { exact: true }).waitFor();
    await expectGoodLook(page);

    await page.getByRole('radio', { name: 'Bring them in without offering them' }).click();
    await page.getByText('Public listing', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Leave out row 4, B-3' }).click();
    await page.getByText('You left this row out.').waitFor();
    await page.getByRole('button', { name: 'Leave out row 3, B-2' }).click();
    await page.getByRole('button', { name: 'Include row 3, B-2' }).click();
    await page.getByRole('button', { name: 'Import 2 animals' }).click();
    await page.getByText('2 animals were added').waitFor();
    const animals = (await (await page.request.get('/api/animals')).json()) as Record<string, unknown>[];
    expect(
      animals.map(({ tagNumber, sex, forSale }) => `${String(tagNumber)} ${String(sex)} ${String(forSale)}`).toSorted(),
    ).toEqual(['B-1 female false', 'B-2 female false']);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('button', { name: '2 Had been added' }).waitFor();
    expect(await page.getByText('Added', { exact: true }).count()).toBe(0);
  },
);

sampledTest(someOf(phoneFirst, 1), 0)('weights come in on the day that was asked for at %s', async (_, viewport) => {
  const page = await openPage({ viewport });
  await registerByApi(page, newPerson('ada'));
  await page.goto('/animals/import');
  const file = 'Tag,Species,Sex,Name,Gewicht (kg)\nK-1,goat,F,Kiki,45.5\nK-2,goat,M,,heavy\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'k.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

  const next = page.getByRole('button', { name: 'Check the rows' });
  const day = page.getByLabel('When were they weighed?');
  await page.getByText('1 question needs your answer').waitFor();
  await page.getByRole('button', { name: /^Today, / }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=date]')?.value !== '');
  await day.fill('2100-01-01');
  await page.getByText('The date cannot be in the future').waitFor();
  expect(await next.isDisabled()).toBe(true);
  await day.fill('2025-03-03');
  await page.getByText('The date cannot be in the future').waitFor({ state: 'hidden' });
  await expectGoodLook(page);
  await next.click();

  await page.getByText('Doe · birth unknown · 100.31 lbs on March 3, 2025', { exact: true }).waitFor();
  await page.getByText(/^Its weight is kept in the notes\. 'heavy' is not a weight/).waitFor();
  await page.getByText('This adds 2 new animals and records 1 weight.').waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Import 2 animals' }).click();
  await page.getByText('2 animals were added and 1 weight was recorded.').waitFor();
  const weights = async () => (await (await page.request.get('/api/events?kind=weighing')).json()) as Record<string, unknown>[];
  expect(await weights()).toMatchObject([{ day: '2025-03-03', weightGrams: 45_500 }]);

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('2 animals were removed, including outside parents; 1 weight was removed.').waitFor();
  expect(await weights()).toEqual([]);
});

longTest('a lambing book without years asks for its year', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('ada'));
  await page.goto('/animals/import');
  const book = Buffer.from('Ewe,Lambed,Lamb tag,Sex\nQ1,19/8,501,F\nQ2,2/9,502,M');
  await page.locator('input[type=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: book });
  await page.getByText('1 question needs your answer').waitFor();
  await page.getByRole('radio', { name: '2025' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByText('born August 19, 2025').waitFor();
  await page.getByText('born September 2, 2025').waitFor();
});

longTest('an import offers the other sheets of a workbook, also after a reload', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('ada'));
  await page.goto('/animals/import');
  const heading = ['Tag', 'Sex', 'Species'];
  const file = {
    name: 'herd.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook([heading, ['E-1', 'F', 'sheep']], [heading, ['R-1', 'M', 'sheep'], ['R-2', 'M', 'sheep']])),
  };
  const sheet = page.getByRole('combobox', { name: 'Sheet of the workbook' });
  const choose = async (name: string): Promise<void> => {
    await sheet.click();
    await page.getByRole('option', { name }).click();
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await choose('Sheet2 (2 rows)');
  await page.getByText('R-1 · R-2').waitFor();
  await expectGoodLook(page);
  await page.reload();
  await choose('Sheet1 (1 row)');
  await page.getByText('Choose herd.xlsx again to read this sheet').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('E-1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Import 1 animal' }).click();
  await page.getByText('1 animal was added').waitFor();
  expect(await (await page.request.get('/api/imports')).json()).toHaveLength(1);
});

longTest(
  'of a file without new records, or with more than the plan has room for, nothing is written, which is said',
  async () => {
    const page = await openPage();
    await registerByApi(page, newPerson('ada'));
    await post(page, 'animals', { tagNumber: 'G-1', species: 'goat', sex: 'female' });
    await page.goto('/animals/import');
    const check = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => `G-${index + 1},F,goat`);
      const buffer = Buffer.from(['Tag,Sex,Species', ...rows].join('\n'));
      await page.locator('input[type=file]').setInputFiles({ name: 'goats.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check the rows' }).click();
    };
    await check(1);
    await page.getByText('Nothing in this file is new to your farm.').waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    await page.getByText('Choose a spreadsheet with your animals').waitFor();
    await page.getByText('goats.csv').waitFor({ state: 'hidden' });
    await check(12);
    await page.getByText('Your plan has no room for all of these animals').waitFor();
    expect(await page.getByRole('button', { name: /^Import 11/ }).isDisabled()).toBe(true);
    expect(await (await page.request.get('/api/animals')).json()).toHaveLength(1);
    await expectAccessible(page);
  },
);

longTest(
  'a file from a scale is recorded for the animals that are there on a phone, seen on their pages, and undone',
  async () => {
    const page = await openPage({ viewport: phone });
    await registerByApi(page, newPerson('ada'));
    const add = async (tagNumber: string) => {
      const data = { tagNumber, species: 'sheep', sex: 'female' };
      return (await post(page, 'animals', data)).id;
    };
    const [id] = [await add('E-1'), await add('E-2')];
    await post(page, 'animal-tags', { animalId: id, kind: 'eid', number: '826071339300045' });
    const scale =
      'EID,VID,Weight,Date\n826071339300045,,41.5,2026-05-20\n,E-2,38,2026-05-20\n,E-9,40,2026-05-20\n,E-2,0,2026-05-20\n';
    await page.goto('/animals/import');
    await page.locator('input[type=file]').setInputFiles({ name: 'scale.csv', mimeType: 'text/csv', buffer: Buffer.from(scale) });
    await page.getByRole('combobox').filter({ hasText: 'Weights of animals you have' }).waitFor();
    await page.getByRole('radio', { name: 'Kilograms' }).click();
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByText('This records 2 weights.').waitFor();
    await page.getByText('Not found: none of your animals has this number.').waitFor();
    await page.getByText("'0' is not a weight between 1 g and 1500 lbs.").waitFor();
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Record 2 rows' }).click();
    await page.getByText('2 weights were recorded and 2 rows were left out.').waitFor();
    const done = page.url();

    await page.goto(`/animals/${id}`);
    await page.getByText('91.5 lbs').first().waitFor();
    await page.getByText('826 071339300045').waitFor();
    await page.goto(done);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('2 weights were removed.').waitFor();
    await page.goto(`/animals/${id}`);
    await page.getByText('Not weighed yet').waitFor();
  },
);
