import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, setUpBrowser, phone } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { newPerson, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { openPage, openFarm } = setUpBrowser();

test('a save without an answer is let go after eight seconds, waits on the phone, and is stored once', async () => {
  const page = await farmOnPhone({ isOfOneTest: true });
  await page.goto('/health');
  await page.getByLabel('Animal', { exact: true }).click();
  await page.getByRole('option', { name: /D-1/ }).click();
  await page.getByLabel('Weight (lbs)').fill('35');
  await page.getByRole('radio', { name: /Good/ }).first().click();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  const unheard = await loseAnswers(page, '**/api/health-records', 'POST');
  await page.clock.install();
  await page.getByRole('button', { name: 'Save Health Record' }).click();
  await unheard.lost;
  const onPhone = toast(page, 'Not sent yet');
  await passEightSeconds(page, () => onPhone.count());
  await onPhone.waitFor();
  expect(await toast(page, 'Health record created successfully').count()).toBe(0);
  await page.getByRole('button', { name: /Not sent yet 1|No signal/ }).waitFor();
  await expectAccessible(page);
  await unheard.end();
  await page.clock.runFor(10_000);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  expect(await count(page, '/api/health-records')).toBe(1);
});

longTest('registering again after a lost answer signs in', async () => {
  const page = await openPage({ viewport: phone, isIntercepted: true });
  const person = newPerson('zoe');
  await page.goto('/login');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  const unheard = await loseAnswers(page, '**/api/auth/register', 'POST', 'cut');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await toast(page, 'Something went wrong. Please try again.').waitFor();
  await unheard.end();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('/choose-plan');
});

longTest(
  'a wrong current password is reported at its field, and a password change whose answer was lost is recognized',
  async () => {
    const { page, person } = await openFarm({ isIntercepted: true, viewport: phone });
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByLabel('New password', { exact: true }).fill('another one');
    await dialog.getByLabel('Confirm new password').fill('another one');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    expect(await dialog.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill(person.password);
    expect(await dialog.getByText('The current password is wrong.').count()).toBe(0);
    const unheard = await loseAnswers(page, '**/api/auth/change-password', 'POST', 'cut');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await toast(page, 'Failed to change password').waitFor();
    await unheard.end();
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await toast(page, 'Password Changed').waitFor();
    await dialog.waitFor({ state: 'hidden' });
  },
);

/** The server handles the request, and its answer is lost: the connection hangs, or is cut. */
async function loseAnswers(page: Page, url: string, method: string, how: 'hang' | 'cut' = 'hang') {
  const lost = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    const answer = await route.fetch();
    expect(answer.ok()).toBe(true);
    lost.resolve();
    return how === 'cut' ? route.abort('connectionfailed') : undefined;
  };
  await page.route(url, lose);
  return { lost: lost.promise, end: () => page.unroute(url, lose) };
}

/** Nothing is said before eight seconds by the clock of the page, which it must have been given before it asked. */
async function passEightSeconds(page: Page, isSaid: () => Promise<number>): Promise<void> {
  await page.clock.fastForward(4000);
  expect(await isSaid()).toBe(0);
  await page.clock.fastForward(4500);
}

async function farmOnPhone(options: { readonly isOfOneTest?: boolean } = {}): Promise<Page> {
  const { page } = await openFarm({ isIntercepted: true, viewport: phone, ...options });
  await post(page, 'animals', { tagNumber: 'D-1', species: 'goat', sex: 'female', birthDate: '2022-01-01' });
  return page;
}

const count = async (page: Page, path: string): Promise<number> =>
  ((await (await page.request.get(path)).json()) as unknown[]).length;
