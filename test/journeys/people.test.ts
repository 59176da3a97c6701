// @module-tag long
import { expect, test } from 'vitest';
import { desktop, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { confirmEmail, newPerson, registerByApi } from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser();

test('a worker who is invited registers by the link, begins with Work, is named for what they record, and is out when removed', async () => {
  const [owner, worker] = [newPerson('olga'), newPerson('walt')];
  const page = await openPage({ viewport: desktop });
  await registerByApi(page, owner);
  await product().addHerd(owner.username, 3);
  await confirmEmail(page, product(), owner.email);
  await post(page, 'people', { name: 'Sam' });

  await page.goto('/people');
  await page.getByLabel('Email address').fill(worker.email);
  await page.getByText('May add animals and record what is done with them').waitFor();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('list', { name: 'Invitations' }).getByText(worker.email).waitFor();
  await page.getByText('Sam', { exact: true }).waitFor();
  await expectGoodLook(page);

  const onPhone = await openPage({ viewport: phone, hasTouch: true, isMobile: true, expected: /401/ });
  const invitation = await product().mailTo(worker.email, 'You are invited');
  await onPhone.goto(/\/login\?invitation=\S+/.exec(invitation)?.[0] ?? '');
  await onPhone.getByText('invites you as a worker').waitFor();
  expect(await onPhone.getByLabel('Email').inputValue()).toBe(worker.email);
  await expectGoodLook(onPhone);
  await onPhone.getByLabel('Username').fill(worker.username);
  await onPhone.getByLabel('Password', { exact: true }).fill(worker.password);
  await onPhone.getByLabel('Confirm password').fill(worker.password);
  await onPhone.getByRole('button', { name: 'Create Account' }).click();
  await onPhone.getByRole('heading', { name: 'Work', level: 1 }).waitFor();
  await onPhone.getByRole('button', { name: /^Saved/ }).waitFor();

  const [animal] = await get<{ id: string }>(onPhone, 'animals');
  await onPhone.goto(`/animals/${animal?.id}`);
  await onPhone.getByText('Nothing is recorded yet.').waitFor();
  await onPhone.getByRole('button', { name: 'Weigh' }).click();
  const form = onPhone.getByRole('dialog', { name: 'Weighing' });
  await form.getByLabel('Weight (lbs)').fill('84');
  await form.getByRole('button', { name: 'Save' }).click();
  await onPhone.getByRole('article', { name: '84 lbs' }).waitFor();
  await onPhone.getByRole('button', { name: /^Saved/ }).waitFor();
  expect(await onPhone.getByRole('link', { name: 'History', exact: true }).count()).toBe(0);
  await page.goto('/history');
  await page.getByText(worker.username).first().waitFor();

  await page.goto('/people');
  await page.getByRole('button', { name: `Remove ${worker.username}` }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: `Remove ${worker.username}` }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await onPhone.request.get('/api/animals')).status()).toBe(401);
  await onPhone.goto('/people');
  await onPhone.getByText('Your session has ended').waitFor();
  await onPhone.getByText('If the farm is not there then, your access to it has ended').waitFor();
});
