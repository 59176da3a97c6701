// @module-tag long
import { expect, test } from 'vitest';
import { desktop, setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { fill, press, saved, see, seeHeading } from '#test/steps.ts';
import { confirmEmail, newPerson } from '#test/ui-actions.ts';

const { product, openPage, openFarm } = setUpBrowser();

test('a worker who is invited registers by the link, begins with Work, is named for what they record, and is out when removed', async () => {
  const worker = newPerson('walt');
  const { page, person: owner } = await openFarm({ viewport: desktop });
  await product().addHerd(owner.username, 3);
  await confirmEmail(page, product(), owner.email);
  await post(page, 'people', { name: 'Sam' });

  await page.goto('/people');
  await page.getByLabel('Email address').fill(worker.email);
  await see(page, 'May add animals and record what is done with them', /^Sam$/);
  await press(page, /^Invite$/);
  await see(page.getByRole('list', { name: 'Invitations' }), worker.email);
  await expectGoodLook(page);

  const onPhone = await openPage({ ...touchPhone, expected: /401/ });
  const invitation = await product().mailTo(worker.email, 'You are invited');
  await onPhone.goto(/\/login\?invitation=\S+/.exec(invitation)?.[0] ?? '');
  await see(onPhone, 'invites you as a worker');
  expect(await onPhone.getByLabel('Email').inputValue()).toBe(worker.email);
  await expectGoodLook(onPhone);
  await fill(onPhone, { Username: worker.username, Password: worker.password, 'Confirm password': worker.password });
  await press(onPhone, 'Create Account');
  await seeHeading(onPhone, 'Work');
  await saved(onPhone);

  const [animal] = await get<{ id: string }>(onPhone, 'animals');
  await onPhone.goto(`/animals/${animal?.id}`);
  await press(onPhone, 'Weigh');
  const form = onPhone.getByRole('dialog', { name: 'Weighing' });
  await fill(form, { 'Weight (lbs)': '84' });
  await press(form, 'Save');
  await onPhone.getByRole('article', { name: '84 lbs' }).waitFor();
  await saved(onPhone);
  expect(await onPhone.getByRole('link', { name: 'History', exact: true }).count()).toBe(0);
  await page.goto('/history');
  await page.getByText(worker.username).first().waitFor();

  await page.goto('/people');
  await press(page, `Remove ${worker.username}`, /^Remove$/);
  await page.getByRole('button', { name: `Remove ${worker.username}` }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await onPhone.request.get('/api/animals')).status()).toBe(401);
  await onPhone.goto('/people');
  await see(onPhone, 'Your session has ended', 'If the farm is not there then, your access to it has ended');
});
