import { expect, test } from 'vitest';
import { desk, expectAccessible, expectNoSidewaysScroll, openDoors, phone } from '../support/browser.ts';
import { arriveSignedIn, newPerson, toast } from '../support/screens.ts';

const { window } = openDoors();

const lambs = [
  'Lamb ID,Sex,DOB,Dam,Sire,Birth wt,Breed,Pasture',
  'L-1,F,03/04/2024,E-7,R-1,8.2,Dorper,North',
  'L-2,M,05/04/2024,E-7,R-1,7.9,Dorper,North',
  ',F,06/04/2024,E-8,R-1,7.0,Dorper,South',
].join('\n');

test.each([
  ['a phone', phone],
  ['a desk', desk],
])('a flock comes in from a spreadsheet at %s, is seen before it is written, and is undone', async (_, viewport) => {
  const page = await window({ viewport });
  await arriveSignedIn(page, newPerson('ada'));
  await page.goto('/animals');
  await page
    .getByRole('link', { name: /import|spreadsheet/i })
    .first()
    .click();
  await page.waitForURL('/animals/import');
  await expectAccessible(page);
  await page.locator('input[type=file]').setInputFiles({ name: 'lambs.csv', mimeType: 'text/csv', buffer: Buffer.from(lambs) });

  // Nothing that can be read in two ways is guessed.
  const next = page.getByRole('button', { name: 'Check the rows' });
  await page.getByText('2 questions need your answer').waitFor();
  expect(await next.isDisabled()).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'Sheep' }).click();
  await page.getByRole('radio', { name: /Day first/ }).click();
  await page.getByRole('radio', { name: 'Kilograms' }).click();
  await next.click();

  await page.getByText('This will bring 2 new animals').or(page.getByText('This brings in 2 new animals')).waitFor();
  await page.getByText('The tag number is missing.').waitFor();
  expect(await (await page.request.get('/api/animals')).json()).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import 2 animals' }).click();

  await page.getByText('2 animals came in').waitFor();
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
  await page.getByRole('article', { name: /L-2/ }).waitFor();

  await page.goBack();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
  await toast(page, 'Import undone').waitFor();
  expect(await (await page.request.get('/api/animals')).json()).toEqual([]);
  expect(await (await page.request.get('/api/reference-animals')).json()).toEqual([]);
});

test('a file that brings more than the plan allows is stopped before anything is written', async () => {
  const page = await window();
  await arriveSignedIn(page, newPerson('ada'));
  await page.goto('/animals/import');
  const rows = Array.from({ length: 11 }, (_, index) => `G-${index + 1},F,goat`);
  const buffer = Buffer.from(['Tag,Sex,Species', ...rows].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'goats.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByText('Animal limit reached').waitFor();
  expect(await page.getByRole('button', { name: /^Import 11/ }).isDisabled()).toBe(true);
  expect(await (await page.request.get('/api/animals')).json()).toEqual([]);
  await expectAccessible(page);
});

test('what is no table is refused with what to do instead', async () => {
  const page = await window();
  await arriveSignedIn(page, newPerson('ada'));
  await page.goto('/animals/import');
  const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await page
    .getByRole('alert')
    .getByText(/CSV, TSV or XLSX/)
    .waitFor();
});
