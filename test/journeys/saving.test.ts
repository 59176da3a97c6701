import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, setUpBrowser, phone } from '#test/browser.ts';
import { addAnimal, get } from '#test/page-api.ts';
import { choose, fill, press, saved, seeButton } from '#test/steps.ts';
import { fillRegistration, newPerson, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { openPage, openFarm } = setUpBrowser();

test('a save without an answer is let go after eight seconds, waits on the phone, and is stored once', async () => {
  const { page } = await openFarm({ isIntercepted: true, viewport: phone, isOfOneTest: true });
  await addAnimal(page, 'D-1', { birthDate: '2022-01-01' });
  await page.goto('/health');
  await choose(page, 'Animal', /D-1/);
  await fill(page, { 'Weight (lbs)': '35' });
  await page.getByRole('radio', { name: /Good/ }).first().click();
  await saved(page);
  const unheard = await loseAnswers(page, '**/api/health-records');
  await page.clock.install();
  await press(page, 'Save Health Record');
  await unheard.lost;
  // Nothing is said before eight seconds by the clock of the page, which it must have been given before it asked.
  const onPhone = toast(page, 'Not sent yet');
  await page.clock.fastForward(4000);
  expect(await onPhone.count()).toBe(0);
  await page.clock.fastForward(4500);
  await onPhone.waitFor();
  expect(await toast(page, 'Health record created successfully').count()).toBe(0);
  await seeButton(page, /Not sent yet 1|No signal/);
  await expectAccessible(page);
  await unheard.end();
  await page.clock.runFor(10_000);
  await saved(page);
  expect(await get(page, 'health-records')).toHaveLength(1);
});

longTest(
  'registering again after a lost answer signs in, and a password change whose answer was lost is recognized',
  async () => {
    const page = await openPage({ viewport: phone, isIntercepted: true });
    const person = newPerson('zoe');
    await page.goto('/login?tab=register');
    const registering = await loseAnswers(page, '**/api/auth/register', 'cut');
    await fillRegistration(page, person);
    await toast(page, 'Something went wrong. Please try again.').waitFor();
    await registering.end();
    await page.context().clearCookies();
    await press(page, 'Create Account');
    await page.waitForURL('/choose-plan');
    await press(page, 'Choose Guest');
    await page.waitForURL('/');

    await page.goto('/settings');
    await press(page, 'Change Password');
    const dialog = page.getByRole('dialog');
    const next = 'another one';
    await fill(dialog, { 'Current password': person.password, 'New password': next, 'Confirm new password': next });
    const changing = await loseAnswers(page, '**/api/auth/change-password', 'cut');
    await press(dialog, 'Change Password');
    await toast(page, 'Failed to change password').waitFor();
    await changing.end();
    await press(dialog, 'Change Password');
    await toast(page, 'Password Changed').waitFor();
    await dialog.waitFor({ state: 'hidden' });
  },
);

/** The server handles what is posted, and its answer is lost: the connection hangs, or is cut. */
async function loseAnswers(page: Page, url: string, how: 'hang' | 'cut' = 'hang') {
  const lost = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    expect(answer.ok()).toBe(true);
    lost.resolve();
    return how === 'cut' ? route.abort('connectionfailed') : undefined;
  };
  await page.route(url, lose);
  return { lost: lost.promise, end: () => page.unroute(url, lose) };
}
