// @module-tag long
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessible, setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get } from '#test/page-api.ts';
import { press, see } from '#test/steps.ts';

const { openFarm } = setUpBrowser();

test('an archive downloaded on a phone is imported into another account only once, and says why records were skipped', async () => {
  const { page } = await openFarm({ viewport: phone });
  for (const tag of ['D-1', 'D-2', 'D-3']) await addAnimal(page, tag, { forSale: tag === 'D-1', salePrice: 100 });
  await page.goto('/settings/data');
  await page.getByRole('heading', { name: 'Download everything' }).waitFor();
  await expectGoodLook(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^farm-\d{4}-\d\d-\d\d\.zip$/);
  const zip = { name: 'farm.zip', mimeType: 'application/zip', buffer: await readFile(await file.path()) };

  const { page: other } = await openFarm({ viewport: phone });
  await other.goto('/settings/data');
  const chooser = other.locator('input[type=file]');
  await chooser.setInputFiles(zip);
  const question = other.getByRole('alertdialog', { name: 'Import this farm?' });
  const counts = '3 animals, 0 health records, 0 breeding records, 0 other journal entries, 0 photos';
  await see(question, `farm.zip has ${counts} that your farm does not have.`);
  await see(question, /1 animal is for sale: everybody sees it on the public marketplace/);
  await expectAccessible(other);
  await press(question, 'Cancel');
  expect(await get(other, 'animals')).toEqual([]);
  await chooser.setInputFiles([]);
  await chooser.setInputFiles(zip);
  await press(question, 'Import the farm');
  await see(other, `Imported: ${counts}`);
  await expectGoodLook(other);
  await chooser.setInputFiles(zip);
  await see(other, 'There was nothing new in this file', '3 records were here already and stayed as they are.');
  expect(await get(other, 'animals')).toHaveLength(3);

  await chooser.setInputFiles({ ...zip, buffer: zip.buffer.subarray(0, 100) });
  await see(other, 'The farm could not be imported', 'This file is not a zip, or only part of one.');
  await expectGoodLook(other);
});
