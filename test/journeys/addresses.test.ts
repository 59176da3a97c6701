// @module-tag long
import { expect, test } from 'vitest';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { expectAccessible, phone, phoneFirst, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { someOf } from '#test/long-run.ts';
import { registerByApi, newPerson, toast, type Credentials } from '#test/ui-actions.ts';

const { product, openPage, openFarm } = setUpBrowser({});

const linkTo = async ({ email }: Credentials): Promise<string> => {
  const mail = await product().mailTo(email, 'Confirm your email address');
  const link = /(\/confirm-email\?token=\S+)$/m.exec(mail)?.[1];
  if (!link) throw new Error(`there is no link in: ${mail}`);
  return link;
};

test.each(someOf(phoneFirst, 1))(
  'a new address is confirmed on %s by the link in the mail, and the profile says so until then',
  async (_, viewport) => {
    const { page, person } = await openFarm({ viewport });
    await page.goto('/profile');
    const notice = page.getByText('Not confirmed yet');
    await notice.waitFor();
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await toast(page, 'Email address').getByText('The link is on its way to your email address.').waitFor();
    await page.getByLabel('Email address').fill('another@example.org');
    await notice.waitFor({ state: 'hidden' });
    await page.getByLabel('Email address').fill(person.email);
    await notice.waitFor();

    const elsewhere = await openPage({ viewport });
    const link = await linkTo(person);
    await elsewhere.goto(link);
    await elsewhere.getByRole('heading', { level: 1, name: 'Is this your address?' }).waitFor();
    await expectGoodLook(elsewhere);
    await page.reload();
    await notice.waitFor();
    await elsewhere.getByRole('button', { name: 'Confirm my address' }).click();
    await elsewhere.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor();
    await elsewhere.getByRole('link', { name: 'Go to the sign-in page' }).waitFor();
    await expectAccessible(elsewhere);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByLabel('Email address').waitFor();
    expect(await notice.count()).toBe(0);

    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Go to your farm' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  },
);

test('a confirmation link for another account says so, and works after signing out', async () => {
  const page = await openPage({ viewport: phone });
  const [bea, carl] = [newPerson('bea'), newPerson('carl')];
  await registerByApi(page, bea);
  const link = await linkTo(bea);
  await page.context().clearCookies();
  await registerByApi(page, carl);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { level: 1, name: 'This link is for another account' }).waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Sign out and confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor();
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click();
  await page.waitForURL('/login');
});

test('an expired, superseded or truncated link says what to do', async () => {
  const { page, person } = await openFarm({ viewport: phone });
  const link = await linkTo(person);
  await onDatabase((db) =>
    db
      .updateTable('email_confirmations')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .execute(),
  );
  const visitor = await openPage();
  for (const at of [page, visitor]) {
    await at.goto(link);
    await at.getByRole('button', { name: 'Confirm my address' }).click();
    await at.getByRole('heading', { level: 1, name: 'This link does not work any more' }).waitFor();
    await at.getByText('This link is more than seven days old.').waitFor();
    await expectAccessible(at);
  }
  await visitor.getByText('Sign in and open Profile to have a new link sent.').waitFor();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await toast(page, 'Email address').waitFor();

  await visitor.goto('/confirm-email?token=half-of-it');
  await visitor.getByRole('button', { name: 'Confirm my address' }).click();
  await visitor.getByText('This link no longer works, or it is incomplete.').waitFor();
  await visitor.goto('/confirm-email');
  await visitor.getByText('This link is incomplete. Open it from the email again.').waitFor();
});

test('a setup link that was used says so when it is opened, and people sign in and register as usual', async () => {
  const { page, person } = await openFarm({ viewport: phone });
  await page.context().clearCookies();
  await page.goto('/login?setup=bogus');
  await page.getByText('This setup link no longer works').waitFor();
  expect(await page.getByText('becomes the administrator').count()).toBe(0);
  await expectGoodLook(page);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('/');

  const first = await openPage();
  const printed = /\/login\?setup=\S+/.exec(product().output())?.[0] ?? 'no setup link was printed';
  await first.goto(printed);
  await first.getByText('Whoever signs in or creates an account here becomes the administrator.').waitFor();
  await expectAccessible(first);
  const late = await openPage();
  await late.goto(printed);
  await late.getByText('becomes the administrator').waitFor();
  const [root, other] = [newPerson('root'), newPerson('otto')];
  for (const [at, who] of [
    [first, root],
    [late, other],
  ] as const) {
    await at.getByLabel('Username').fill(who.username);
    await at.getByLabel('Email').fill(who.email);
    for (const field of ['Password', 'Confirm password']) await at.getByLabel(field, { exact: true }).fill(who.password);
    await at.getByRole('button', { name: 'Create Account' }).click();
    if (at === first) await at.waitForURL('/choose-plan');
  }
  await late.getByText('This setup link no longer works', { exact: true }).waitFor();
  await late.getByRole('button', { name: 'Create Account' }).click();
  await late.waitForURL('/choose-plan');
});

/** Changes the database directly. */
async function onDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db } = openDatabase({ databaseUrl: undefined, dataDir: product().dataDir });
  await work(db);
  await db.destroy();
}
