// @module-tag long
import { expect, test } from 'vitest';
import { expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { press, see, seeHeading } from '#test/steps.ts';
import { toast, type Credentials } from '#test/ui-actions.ts';

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
});
