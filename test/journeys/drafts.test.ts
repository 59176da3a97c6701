// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  settled,
  setUpBrowser,
  expectGoodLook,
} from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import {
  type Credentials,
  confirmEmail,
  newPerson,
  openByMenu,
  openSaleRow,
  registerByApi,
  signInInBrowser,
  toast,
} from '#test/ui-actions.ts';

const { openPage, product, openFarm } = setUpBrowser();

const notice = 'You typed this before and have not saved it';

test('the draft of a new animal survives a reload, the Back button and another page, until it is discarded', async () => {
  const { page } = await farm(phone);
  await page.goto('/animals');
  const add = page.getByRole('button', { name: 'Add Animal' }).first();
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  const tag = dialog.getByLabel('Tag number');
  await tag.fill('N-1');
  await dialog.getByLabel('Name').fill('Nettle');
  await page.reload();
  await dialog.getByText(notice).waitFor();
  expect(await tag.inputValue()).toBe('N-1');
  await expectGoodLook(page);

  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/animals');
  await toast(page, 'Animal not added').getByText('What you typed is kept.').waitFor();
  await openByMenu(page, 'Settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await toast(page, 'Animal not added').getByRole('button', { name: 'Continue editing' }).click();
  await dialog.getByText(notice).waitFor();
  expect(new URL(page.url()).pathname).toBe('/animals');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Nettle');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await toast(page, 'Animal not added').getByRole('button', { name: 'Continue editing' }).click();
  expect(await tag.inputValue()).toBe('N-1');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => tag.inputValue()).toBe('');
  await tag.fill('N-2');
  await dialog.getByRole('button', { name: 'Add Animal' }).click();
  await toast(page, 'Animal added successfully').waitFor();
  await add.click();
  await tag.waitFor();
  expect([await tag.inputValue(), await dialog.getByText(notice).count()]).toEqual(['', 0]);
});

test('when the session ends while a form is saved, it is sent after signing in', async () => {
  const { page, person } = await farm(desktop);
  await page.goto('/animals?species=goat');
  await page.getByRole('button', { name: 'Edit D-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit D-1' });
  await page.getByRole('button', { name: /^Saved/, includeHidden: true }).waitFor();
  await dialog.getByLabel('Name').fill('Daisy');
  const shownToasts = collectToasts(page);
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('alert').getByText('Your session has ended').waitFor();
  expect(await page.getByText('Continue editing').count()).toBe(0);
  await expectAccessible(page);
  // What was saved waits on this device, and is sent when the person is back.
  await page.reload();
  await page.getByText('Sign in to send 1').waitFor();
  await signInHere(page, person);
  await page.getByRole('article', { name: 'D-1 Daisy' }).waitFor();
  expect(new URL(page.url()).search).toBe('?species=goat');
  expect((await shownToasts()).join(' ')).not.toContain('Sign in first');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();

  // Without anything to send, the end of the session is noticed when a page is loaded.
  await page.context().clearCookies();
  await page.goto('/reports?from=2026-01-01');
  await page
    .getByText(/Your session has ended|Sign in to continue/)
    .first()
    .waitFor();
  await signInHere(page, person);
  await page.waitForURL('/reports?from=2026-01-01');
});

test('the dialogs of lists, tasks, moves, numbers and listings open again with their drafts, after a reload and by their toasts', async () => {
  const { page, doe, buck } = await farm(phone);
  const ofDay = { day: new Date().toISOString().slice(0, 10), repeat: null, note: null };
  await post(page, 'places', { name: 'Pen' });
  await post(page, 'chores', { ...ofDay, name: 'Sweep', animalIds: [] });
  await post(page, 'animal-tags', { animalId: doe, kind: 'other', number: '7' });
  await post(page, 'breeding-records', { fatherId: buck, motherId: doe, breedingDate: '2026-01-02' });
  await patch(page, `animals/${doe}`, { forSale: true, salePrice: 100 });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const chooseIn = async (menu: string, name: string) => {
    await press(menu);
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const changeTask = async () => {
    await page.getByText('Sweep').click();
    await press('Change');
  };
  const editListing = async () => {
    await openSaleRow(page, 'D-1');
    await press('Photos and more of D-1');
  };
  const animal = `/animals/${doe}`;
  const forms: Record<string, readonly [path: string, label: string, open: () => Promise<void>, text?: string]> = {
    'a new place': ['/places', 'Name', () => press('Add a place')],
    'a place': ['/places', 'Name', () => chooseIn('More for Pen', 'Change')],
    'a new group': ['/places', 'Name', () => press('Add a group')],
    'a new product': ['/products', 'Name', () => press('Add a product')],
    'a new task': ['/', 'What needs doing', () => press('Task')],
    'a task': ['/', 'Note', changeTask],
    'a new task of an animal': [animal, 'What needs doing', () => chooseIn('More', 'Add a task')],
    'a new number': [animal, 'Number', () => press('Add a number')],
    'a number': [animal, 'Number', () => page.getByRole('button', { name: /^Change Other/ }).click()],
    'a move': ['/places', 'Day', () => press('Move animals'), '2026-01-02'],
    'a breeding record': ['/breeding', 'Notes', () => press('Edit the record of D-1 × B-1')],
    'a listing, from the animal': [animal, 'Link to a clip', () => chooseIn('More', 'Edit its listing')],
    'a listing, from the sales': ['/animal-sells', 'Link to a clip', editListing],
  };
  const dialog = page.getByRole('dialog');
  const keepsDraft = async (path: string, label: string, open: () => Promise<void>, text = 'https://typed') => {
    await page.goto(path);
    await open();
    const field = dialog.getByLabel(label, { exact: true });
    await field.fill(text);
    await page.reload();
    await dialog.getByText(notice).waitFor();
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await dialog.getByText(notice).waitFor();
    expect(await field.inputValue()).toBe(text);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText(notice).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };
  const failures: string[] = [];
  for (const [name, form] of Object.entries(forms))
    await keepsDraft(...form).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
  expect(failures).toEqual([]);
});

interface PageForm {
  readonly page: Page;
  readonly path: string;
  readonly open?: () => Promise<void>;
  readonly type: () => Promise<void>;
  readonly isTyped: () => Promise<boolean>;
}

test('what is chosen and typed on a page is there again after a reload and another page, until it is discarded', async () => {
  const { page, person, doe } = await farm(phone);
  await confirmEmail(page, product(), person.email);
  await patch(page, `animals/${doe}`, { forSale: true, salePrice: 100 });
  const { id: sold } = await post(page, 'animals', { species: 'goat', sex: 'female', tagNumber: 'D-2' });
  const sale = { id: crypto.randomUUID(), kind: 'sale', animalId: sold, day: '2026-01-02', buyer: 'Sue' };
  await post(page, 'events', { events: [sale] });
  await patch(page, 'users/profile', { farmName: 'Low Farm', address: '1 Lane' });
  const visitor = await openPage({ viewport: phone });
  const forms: Record<string, PageForm> = {
    'a checkup': {
      page,
      path: `/health?animalId=${doe}`,
      type: () => page.getByLabel('Weight (lbs)').fill('35'),
      isTyped: async () => (await page.getByLabel('Weight (lbs)').inputValue()) === '35',
    },
    matings: {
      page,
      path: '/breeding',
      type: () => page.getByRole('option', { name: /D-1/ }).click(),
      isTyped: () => page.getByRole('option', { name: /D-1/, selected: true }).isVisible(),
    },
    'a birth': {
      page,
      path: `/births/new?dam=${doe}`,
      type: () => page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '1' }).click(),
      isTyped: () => page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '1' }).isChecked(),
    },
    'the profile': {
      page,
      path: '/profile',
      type: () => page.getByLabel('Phone number').fill('555-0101'),
      isTyped: async () => (await page.getByLabel('Phone number').inputValue()) === '555-0101',
    },
    sales: {
      page,
      path: '/animal-sells',
      open: () => openSaleRow(page, 'D-1'),
      type: () => page.getByLabel('Price of D-1').fill('150'),
      isTyped: async () => (await page.getByLabel('Price of D-1').inputValue()) === '150',
    },
    'a time with a male': {
      page,
      path: '/breeding/rams/new',
      type: () => page.getByRole('button', { name: /B-1/ }).click(),
      isTyped: () => page.getByRole('button', { name: /B-1/, pressed: true }).isVisible(),
    },
    'work with many': {
      page,
      path: '/work/new?do=treat',
      type: async () => {
        await page.getByRole('radio', { name: /^All/ }).click();
        await page.getByLabel('Batch').fill('L-7');
      },
      isTyped: async () =>
        (await page.getByRole('radio', { name: /^All/ }).isChecked()) && (await page.getByLabel('Batch').inputValue()) === 'L-7',
    },
    papers: {
      page,
      path: '/receipt?day=2026-01-02&buyer=Sue',
      type: () => page.getByLabel('Buyer’s address').fill('2 Lane'),
      isTyped: async () => (await page.getByLabel('Buyer’s address').inputValue()) === '2 Lane',
    },
    'an enquiry of a visitor': {
      page: visitor,
      path: `/for-sale/${doe}`,
      open: () => visitor.getByRole('button', { name: 'Write to the farm' }).click(),
      type: () => visitor.getByLabel('Your message').fill('Is she calm?'),
      isTyped: async () => (await visitor.getByLabel('Your message').inputValue()) === 'Is she calm?',
    },
  };
  const keepsDraft = async ({ page: of, path, open = async () => {}, type, isTyped }: PageForm) => {
    await of.goto(path);
    await open();
    await type();
    await expect.poll(isTyped).toBe(true);
    await of.reload();
    await open();
    await of.getByText(notice).waitFor();
    await expect.poll(isTyped).toBe(true);
    await of.goto('/for-sale');
    await of.goto(path);
    await open();
    await expect.poll(isTyped).toBe(true);
    await expectNoSidewaysScroll(of);
    await of.getByRole('button', { name: 'Discard' }).click();
    await of.getByText(notice).waitFor({ state: 'hidden' });
    expect(await isTyped()).toBe(false);
    await of.reload();
    await open();
    await settled(of);
    expect(await of.getByText(notice).count()).toBe(0);
  };
  const failures: string[] = [];
  for (const [name, form] of Object.entries(forms))
    await keepsDraft(form).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
  expect(failures).toEqual([]);
});

test('a draft survives signing out and is hidden from other accounts in the same browser', async () => {
  const { page, person } = await farm(desktop);
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const tag = page.getByRole('dialog').getByLabel('Tag number');
  await tag.fill('SECRET-1');
  await page.goBack();
  await page.getByRole('button', { name: 'Logout' }).click();
  await toast(page, 'Logged out').getByText('What you typed but did not save is kept here for you.').waitFor();

  const bob = newPerson('bob');
  await page.getByRole('tab', { name: 'Register' }).click();
  for (const [label, value] of [
    ['Username', bob.username],
    ['Email', bob.email],
    ['Password', bob.password],
    ['Confirm password', bob.password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  // A look at the other tab loses nothing, a reload only the passwords.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  expect(await typed(page, ['Username', 'Email', 'Password', 'Confirm password'])).toEqual([
    bob.username,
    bob.email,
    bob.password,
    bob.password,
  ]);
  await page.reload();
  await expect.poll(() => typed(page, ['Username', 'Email', 'Password'])).toEqual([bob.username, bob.email, '']);
  await page.getByLabel('Password', { exact: true }).fill(bob.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(bob.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('/choose-plan');
  await page.getByRole('button', { name: 'Choose Guest' }).click();
  await page.waitForURL('/');
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  await tag.waitFor();
  expect(await tag.inputValue()).toBe('');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  await signInInBrowser(page, person);
  await page.waitForURL('/');
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  expect(await tag.inputValue()).toBe('SECRET-1');
});

test('a window whose account was replaced in another window says so, and shows nothing of either farm', async () => {
  const { page: older } = await farm(desktop);
  await older.goto('/health');
  await older.getByLabel('Notes').fill('Limps');
  const bob = newPerson('bob');
  const newer = await older.context().newPage();
  await newer.goto('/for-sale');
  // At once: a window that asks the server in between learns that its session has ended, and says that.
  await registerByApi(newer, bob);
  await newer.goto('/animals');
  await older.getByText('A different account is signed in in another window').waitFor();
  await expectAccessible(older);
  await older.getByRole('button', { name: 'Continue with that account' }).click();
  await older.waitForURL('/');
  await older.goto('/health');
  expect(await older.getByLabel('Notes').inputValue()).toBe('');
  await newer.getByRole('button', { name: 'Logout' }).click();
  await older.getByText('Your session has ended').waitFor();
});

async function farm(
  viewport: typeof phone | typeof desktop,
): Promise<{ page: Page; person: Credentials; doe: string; buck: string }> {
  const { page, person } = await openFarm({ viewport });
  const goat = { species: 'goat', birthDate: '2022-01-01' };
  const { id: doe } = await post(page, 'animals', { ...goat, tagNumber: 'D-1', sex: 'female' });
  const { id: buck } = await post(page, 'animals', { ...goat, tagNumber: 'B-1', sex: 'male' });
  return { page, person, doe, buck };
}

const typed = (where: Page | Locator, labels: readonly string[]): Promise<string[]> =>
  Promise.all(labels.map((label) => where.getByLabel(label, { exact: true }).and(where.locator('input, textarea')).inputValue()));

async function signInHere(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

function collectToasts(page: Page): () => Promise<readonly string[]> {
  const seen: Promise<unknown> = page.evaluate(() => {
    const words: string[] = [];
    Object.assign(globalThis, { toastWords: words });
    new MutationObserver(() => {
      for (const item of document.querySelectorAll('[aria-label*="otification"] li')) words.push(item.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return async () => {
    await seen;
    return page.evaluate(() => (globalThis as unknown as { toastWords?: string[] }).toastWords ?? []);
  };
}
