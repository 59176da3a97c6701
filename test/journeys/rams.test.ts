// @module-tag long
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { get, post, record } from '#test/page-api.ts';
import { daysAgo, findSignal, press, saved, see, seeButton, tap, today } from '#test/steps.ts';
import { Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser();

type Listed = Readonly<Record<'id' | 'tagNumber' | 'species' | 'sex', string>>;

test('a buck is put in with a group of 62 by at most 6 touches and without signal, marked and taken out', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const person = newPerson('ada');
  await registerByApi(page, person);
  await product().addHerd(person.username, 160);
  const herd = (await get<Listed>(page, 'animals')).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
  const group = await post(page, 'groups', { name: 'Main herd' });
  const does = herd.filter(({ species, sex }) => species === 'goat' && sex === 'female').slice(0, 62);
  await record(page, ...does.map(({ id }) => ({ kind: 'move', animalId: id, day: daysAgo(7), groupId: group.id })));

  await page.goto('/breeding');
  await saved(page);
  await page.getByRole('link', { name: 'Males', exact: true }).waitFor();
  await touches.startAgain();
  await touches.tap(page.getByRole('link', { name: 'Males', exact: true }));
  await touches.tap(page.getByRole('link', { name: 'Put a male with females' }));
  await touches.tap(page.getByRole('option', { name: /T-00000/ }));
  await touches.tap(page.getByRole('radio', { name: /Main herd 62/ }));
  await page.context().setOffline(true);
  await touches.tap(page.getByRole('button', { name: /^In with 62/ }));
  await toast(page, 'Not sent yet').waitFor();
  expect(await touches.count()).toBeLessThanOrEqual(6);
  await findSignal(page);
  const records = await get<{ breedingDate: string; expectedDueDate: string }>(page, 'breeding-records');
  const days = records.map(({ breedingDate, expectedDueDate }) => `${breedingDate} ${expectedDueDate}`);
  expect(days).toEqual(Array.from({ length: 62 }, () => `${today} ${addDays(today, 150)}`));

  await page.getByRole('link', { name: /T-00000 with Main herd/ }).tap();
  await see(page, '0 of 62');
  await expectGoodLook(page);
  await tap(page, `Mark ${does[0]?.tagNumber}`);
  await see(page, '1 of 62');
  await press(page, 'Take buck out');
  await seeButton(page, /^Change$/);
  await saved(page);
  expect(await get<{ outDay: string | null }>(page, 'exposures')).toMatchObject([{ outDay: today }]);
});
