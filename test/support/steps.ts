import type { Locator, Page } from 'playwright-core';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';

type Where = Page | Locator;
type Name = string | RegExp;

export const today = calendarDateOf(new Date());
export const daysAgo = (days: number): CalendarDate => addDays(today, -days);

/** Each of the texts is shown, or appears. */
export async function see(where: Where, ...texts: readonly Name[]): Promise<void> {
  for (const text of texts) await where.getByText(text).waitFor();
}

export const seeButton = (where: Where, name: Name): Promise<void> => where.getByRole('button', { name }).waitFor();
export const seeHeading = (page: Page, name: Name): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

/** Clicks these buttons in turn. */
export async function press(where: Where, ...names: readonly Name[]): Promise<void> {
  for (const name of names) await where.getByRole('button', { name }).click();
}

/** Taps these buttons in turn, on a page with touch. */
export async function tap(where: Where, ...names: readonly Name[]): Promise<void> {
  for (const name of names) await where.getByRole('button', { name }).tap();
}

export async function pick(where: Where, ...radios: readonly Name[]): Promise<void> {
  for (const name of radios) await where.getByRole('radio', { name }).click();
}

/** Types into the fields with these labels. */
export async function fill(where: Where, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await where.getByLabel(label, { exact: true }).fill(value);
}

/** Chooses from the list that a field opens. */
export async function choose(page: Page, label: string, option: Name): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

export async function chooseInMenu(page: Page, menu: Name, item: Name): Promise<void> {
  await page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

export const chooseFile = (where: Where, name: string, content: string | Uint8Array): Promise<void> =>
  where.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

/** Everything that was recorded is on the server, and the farm on this device. */
export const saved = (page: Page): Promise<void> => seeButton(page, /^Saved/);

/** The app and the farm are stored before the signal goes. */
export async function loseSignal(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await saved(page);
  await page.context().setOffline(true);
}

export async function findSignal(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await saved(page);
}

const pad = (page: Page): Locator => page.getByRole('group', { name: 'Numbers' });

/** A key of our own pad of numbers. */
export const key = (page: Page, name: string): Locator => pad(page).getByRole('button', { name, exact: true });

/** Taps keys by their names, and those of each digit of a number. */
export async function tapKeys(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names.flatMap((each) => (/^[\d.]+$/.test(each) ? Array.from(each) : [each]))) await key(page, name).tap();
}

/** Among the animals that a work can be done with. */
export const whom = (page: Page, name: RegExp): Locator =>
  page.getByRole('radiogroup', { name: 'Which animals' }).getByRole('radio', { name });
