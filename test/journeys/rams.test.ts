// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { desktop, expectNoSidewaysScroll, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser();
const today = calendarDateOf(new Date());

const saved = (page: Page) => page.getByRole('button', { name: /^Saved/ }).waitFor();

interface Listed {
  readonly id: string;
  readonly tagNumber: string;
  readonly species: string;
  readonly sex: string;
}

test('a buck is put in with a group of 62 by at most 6 touches and without signal, marked and taken out', async () => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
  const touches = await Touches.on(page);
  const person = newPerson('ada');
  await registerByApi(page, person);
  await product().addHerd(person.username, 160);
  const herd = (await get<Listed>(page, 'animals')).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
  const group = await post(page, 'groups', { name: 'Main herd' });
  const does = herd.filter(({ species, sex }) => species === 'goat' && sex === 'female').slice(0, 62);
  const joining = does.map(({ id }) => ({
    id: crypto.randomUUID(),
    kind: 'move',
    animalId: id,
    day: addDays(today, -7),
    groupId: group.id,
  }));
  await post(page, 'events', { events: joining });

  await page.goto('/breeding');
  await saved(page);
  await page.getByRole('link', { name: 'Males', exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  await touches.startAgain();
  await touches.tap(page.getByRole('link', { name: 'Males', exact: true }));
  await touches.tap(page.getByRole('link', { name: 'Put a male with females' }));
  await touches.tap(page.getByRole('option', { name: /T-00000/ }));
  await touches.tap(page.getByRole('radio', { name: /Main herd 62/ }));
  await page.context().setOffline(true);
  await touches.tap(page.getByRole('button', { name: /^In with 62/ }));
  await toast(page, 'Not sent yet').waitFor();
  const used = await touches.count();
  console.log(`putting a buck in with 62: ${used} touches`);
  expect(used).toBeLessThanOrEqual(6);
  await page.context().setOffline(false);
  await saved(page);
  const records = await get<{ fatherId: string; breedingDate: string; expectedDueDate: string }>(page, 'breeding-records');
  expect(records).toHaveLength(62);
  expect(new Set(records.map(({ breedingDate, expectedDueDate }) => `${breedingDate} ${expectedDueDate}`))).toEqual(
    new Set([`${today} ${addDays(today, 150)}`]),
  );

  await page.getByRole('link', { name: /T-00000 with Main herd/ }).tap();
  await page.getByText('0 of 62').waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: `Mark ${does[0]?.tagNumber}` }).tap();
  await page.getByText('1 of 62').waitFor();
  await page.setViewportSize(desktop);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Take buck out' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
  await saved(page);
  expect(await get<{ outDay: string | null }>(page, 'exposures')).toMatchObject([{ outDay: today }]);
});
