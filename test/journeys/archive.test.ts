// @module-tag long
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessible, setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';

const { openFarm } = setUpBrowser();

test('an archive downloaded on a phone is imported into another account only once, and says why records were skipped', async () => {
  const { page } = await openFarm({ viewport: phone });
  for (const tagNumber of ['D-1', 'D-2', 'D-3']) {
    const data = { tagNumber, species: 'goat', sex: 'female', forSale: tagNumber === 'D-1', salePrice: 100 };
    await post(page, 'animals', data);
  }
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
  await question
    .getByText(
      'farm.zip has 3 animals, 0 health records, 0 breeding records, 0 other journal entries, 0 photos that your farm does not have.',
    )
    .waitFor();
  await question.getByText(/1 animal is for sale: everybody sees it on the public marketplace/).waitFor();
  await expectAccessible(other);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await (await other.request.get('/api/animals')).json()).toEqual([]);
  await chooser.setInputFiles([]);
  await chooser.setInputFiles(zip);
  await question.getByRole('button', { name: 'Import the farm' }).click();
  await other.getByText('Imported: 3 animals, 0 health records, 0 breeding records, 0 other journal entries, 0 photos').waitFor();
  await expectGoodLook(other);
  await chooser.setInputFiles(zip);
  await other.getByText('There was nothing new in this file').waitFor();
  await other.getByText('3 records were here already and stayed as they are.').waitFor();
  expect(await (await other.request.get('/api/animals')).json()).toHaveLength(3);

  await chooser.setInputFiles({ ...zip, buffer: zip.buffer.subarray(0, 100) });
  await other.getByText('The farm could not be imported').waitFor();
  await other.getByText('This file is not a zip, or only part of one.').waitFor();
  await expectGoodLook(other);
  await chooser.setInputFiles(zip);
  await other.getByText('There was nothing new in this file').waitFor();
});
