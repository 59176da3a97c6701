import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

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

describe('a date that does not exist or is half typed', () => {
  const complaint = 'This date is incomplete or does not exist.';

  test('is reported at its field and deletes no stored date', async () => {
    const { page } = await openFarm();
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
});
