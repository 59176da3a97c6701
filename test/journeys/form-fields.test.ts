import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { registerByApi, newPerson, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { openPage } = setUpBrowser();

interface Stored {
  readonly id: string;
  readonly birthDate: string | null;
}

const addAnimal = (page: Page, fields: object) => post<Stored>(page, 'animals', { species: 'goat', sex: 'female', ...fields });

const readAnimal = async (page: Page, id: string): Promise<Stored> =>
  (await (await page.request.get(`/api/animals/${id}`)).json()) as Stored;

/** Types over a date field key by key, from the month on. */
async function type(field: Locator, keys: string): Promise<void> {
  // Otherwise the focus would stay in the part of the field where it was.
  await field.blur();
  await field.focus();
  for (const key of keys) await field.page().keyboard.press(key);
}

longTest('the photo button leaves the dialog where it is', async () => {
  const page = await openPage();
  await registerByApi(page, newPerson('photo'));
  await addAnimal(page, { tagNumber: 'P-1' });
  await page.goto('/animals');
  // In a lower window the dialog itself scrolls.
  for (const [width, height] of [
    [360, 740],
    [412, 915],
    [1366, 625],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [opener, title] of [
      [page.getByRole('button', { name: 'Add Animal' }).first(), 'Add Animal'],
      [page.getByRole('button', { name: /^Edit/ }).first(), /Edit/],
    ] as const) {
      await opener.click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.locator('input[type=file]').focus();
      expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0);
      const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
      expect(close?.y).toBeGreaterThanOrEqual(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
  }
});

describe('a date that does not exist or is half typed', () => {
  const complaint = 'This date is incomplete or does not exist.';

  test('is reported at its field and deletes no stored date', async () => {
    const page = await openPage();
    await registerByApi(page, newPerson('date'));
    const { id } = await addAnimal(page, { tagNumber: 'D-1', birthDate: '2024-05-01' });
    await page.goto('/animals');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const dialog = page.getByRole('dialog', { name: /Edit/ });
    const born = dialog.getByLabel('Birth date');
    await type(born, '0231');
    await born.press('Enter');
    await dialog.getByText(complaint).waitFor();
    expect((await readAnimal(page, id)).birthDate).toBe('2024-05-01');
    await born.fill('2024-02-29');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Animal updated successfully').waitFor();
    expect((await readAnimal(page, id)).birthDate).toBe('2024-02-29');
  });

  longTest('is rejected in the forms of checkups, matings and breeding records as well', async () => {
    const page = await openPage();
    await registerByApi(page, newPerson('date'));
    const doe = await addAnimal(page, { tagNumber: 'D-3', birthDate: '2020-01-01' });
    const buck = await addAnimal(page, { tagNumber: 'B-3', birthDate: '2020-01-01', sex: 'male' });
    const pair = { motherId: doe.id, fatherId: buck.id };
    await post(page, 'breeding-records', { ...pair, breedingDate: '2025-01-10', expectedDueDate: '2025-06-09' });

    await page.goto(`/health?animalId=${doe.id}`);
    await page.getByLabel(/^Weight/).fill('100');
    await page.getByRole('radio', { name: /Good/ }).first().click();
    const day = page.getByLabel('Date', { exact: true });
    await type(day, '0231');
    await page.getByText(complaint).waitFor();
    await page
      .getByRole('button', { name: /^(?:Add|Save)/ })
      .last()
      .click();
    expect(await (await page.request.get('/api/health-records')).json()).toEqual([]);

    await page.goto('/breeding');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
    for (const label of ['Breeding date', /due$/, 'Actual birth date']) {
      const field = dialog.getByLabel(label);
      await type(field, '0231');
      await field.blur();
      await dialog.getByText(complaint).waitFor();
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await field.fill('2025-01-10');
      await dialog.getByText(complaint).waitFor({ state: 'hidden' });
    }
    const [record] = (await (await page.request.get('/api/breeding-records')).json()) as Record<string, unknown>[];
    expect(record).toMatchObject({ breedingDate: '2025-01-10', expectedDueDate: '2025-06-09', actualBirthDate: null });
  });
});
