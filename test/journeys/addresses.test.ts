// @module-tag long
import { expect, test } from 'vitest';
import { expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { fill, press, see, seeHeading } from '#test/steps.ts';
import { registerByApi, newPerson, toast, type Credentials } from '#test/ui-actions.ts';

const { product, openPage, openFarm } = setUpBrowser({});

async function linkTo({ email }: Credentials): Promise<string> {
  const mail = await product().mailTo(email, 'Confirm your email address');
  return /(\/confirm-email\?token=\S+)$/m.exec(mail)?.[1] ?? `there is no link in: ${mail}`;
}

test('a new address is confirmed by the link in the mail, also from elsewhere, and the profile says so until then', async () => {
  const { page, person } = await openFarm({ viewport: phone });
  await page.goto('/profile');
  const notice = page.getByText('Not confirmed yet');
  await notice.waitFor();
  await expectGoodLook(page);
  await press(page, 'Send the link again');
  await see(toast(page, 'Email address'), 'The link is on its way to your email address.');
  await fill(page, { 'Email address': 'another@example.org' });
  await notice.waitFor({ state: 'hidden' });
  await fill(page, { 'Email address': person.email });
  await notice.waitFor();

  const elsewhere = await openPage({ viewport: phone });
  const link = await linkTo(person);
  await elsewhere.goto(link);
  await seeHeading(elsewhere, 'Is this your address?');
  await expectGoodLook(elsewhere);
  await page.reload();
  await notice.waitFor();
  await press(elsewhere, 'Confirm my address');
  await seeHeading(elsewhere, 'Your address is confirmed');
  await elsewhere.getByRole('link', { name: 'Go to the sign-in page' }).waitFor();
  await expectAccessible(elsewhere);
  await page.reload();
  await page.getByLabel('Email address').waitFor();
  expect(await notice.count()).toBe(0);

  await page.goto(link);
  await press(page, 'Confirm my address');
  await page.getByRole('link', { name: 'Go to your farm' }).click();
  await seeHeading(page, 'Dashboard');
});

test('a link for another account says so and works after signing out, and one that is cut off says so', async () => {
  const page = await openPage({ viewport: phone });
  const [bea, carl] = [newPerson('bea'), newPerson('carl')];
  await registerByApi(page, bea);
  await page.context().clearCookies();
  await registerByApi(page, carl);
  await page.goto(await linkTo(bea));
  await press(page, 'Confirm my address');
  await seeHeading(page, 'This link is for another account');
  await expectGoodLook(page);
  await press(page, 'Sign out and confirm');
  await seeHeading(page, 'Your address is confirmed');
  await page.goto('/confirm-email?token=half-of-it');
  await press(page, 'Confirm my address');
  await see(page, 'This link no longer works, or it is incomplete.');
});
