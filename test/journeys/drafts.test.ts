// @module-tag long
import type { Page } from 'playwright-core';
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
import { addAnimal, patch, post, record } from '#test/page-api.ts';
import { chooseInMenu, fill, press, saved, see, seeHeading, today } from '#test/steps.ts';
import {
  confirmEmail,
  fillRegistration,
  newPerson,
  openByMenu,
  openSaleRow,
  registerByApi,
  signInHere,
  signInInBrowser,
  toast,
} from '#test/ui-actions.ts';

const { openPage, product, openFarm } = setUpBrowser();

const notice = 'You typed this before and have not saved it';

test('the draft of a new animal survives a reload, the Back button and another page, until it is discarded', async () => {
  const { page } = await farm(phone);
  await page.goto('/animals');
  await openAdd(page);
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  const tag = dialog.getByLabel('Tag number');
  await fill(dialog, { 'Tag number': 'N-1', Name: 'Nettle' });
  await page.reload();
  await see(dialog, notice);
  expect(await tag.inputValue()).toBe('N-1');
  await expectGoodLook(page);

  const notAdded = toast(page, 'Animal not added');
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/animals');
  await see(notAdded, 'What you typed is kept.');
  await openByMenu(page, 'Settings');
  await seeHeading(page, 'Settings');
  await press(notAdded, 'Continue editing');
  await see(dialog, notice);
  expect(new URL(page.url()).pathname).toBe('/animals');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Nettle');

  await press(dialog, 'Cancel');
  await dialog.waitFor({ state: 'hidden' });
  await press(notAdded, 'Continue editing');
  expect(await tag.inputValue()).toBe('N-1');
  await press(dialog, 'Discard');
  await expect.poll(() => tag.inputValue()).toBe('');
  await tag.fill('N-2');
  await press(dialog, 'Add Animal');
  await toast(page, 'Animal added successfully').waitFor();
  await openAdd(page);
  await tag.waitFor();
  expect([await tag.inputValue(), await dialog.getByText(notice).count()]).toEqual(['', 0]);
});

test('when the session ends while a form is saved, it is sent after signing in', async () => {
  const { page, person } = await farm(desktop);
  await page.goto('/animals?species=goat');
  await press(page, 'Edit D-1');
  const dialog = page.getByRole('dialog', { name: 'Edit D-1' });
  await page.getByRole('button', { name: /^Saved/, includeHidden: true }).waitFor();
  await fill(dialog, { Name: 'Daisy' });
  const shownToasts = collectToasts(page);
  await page.context().clearCookies();
  await press(dialog, 'Save Changes');
  await see(page.getByRole('alert'), 'Your session has ended');
  expect(await page.getByText('Continue editing').count()).toBe(0);
  await expectAccessible(page);
  // What was saved waits on this device, and is sent when the person is back.
  await page.reload();
  await see(page, 'Sign in to send 1');
  await signInHere(page, person);
  await page.getByRole('article', { name: 'D-1 Daisy' }).waitFor();
  expect(new URL(page.url()).search).toBe('?species=goat');
  expect((await shownToasts()).join(' ')).not.toContain('Sign in first');
  await saved(page);

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
  await post(page, 'places', { name: 'Pen' });
  await post(page, 'chores', { day: today, name: 'Sweep' });
  await post(page, 'animal-tags', { animalId: doe, kind: 'other', number: '7' });
  await post(page, 'breeding-records', { fatherId: buck, motherId: doe, breedingDate: '2026-01-02' });
  await patch(page, `animals/${doe}`, { forSale: true, salePrice: 100 });
  const push = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const chooseIn = (menu: RegExp, name: RegExp) => chooseInMenu(page, menu, name);
  const changeTask = async () => {
    await page.getByText('Sweep').click();
    await push('Change');
  };
  const editListing = async () => {
    await openSaleRow(page, 'D-1');
    await push('Photos and more of D-1');
  };
  const animal = `/animals/${doe}`;
  const forms: Record<string, readonly [path: string, label: string, open: () => Promise<void>, text?: string]> = {
    'a new place': ['/places', 'Name', () => push('Add a place')],
    'a place': ['/places', 'Name', () => chooseIn(/^More for Pen$/, /^Change$/)],
    'a new group': ['/places', 'Name', () => push('Add a group')],
    'a new product': ['/products', 'Name', () => push('Add a product')],
    'a new task': ['/', 'What needs doing', () => push('Task')],
    'a task': ['/', 'Note', changeTask],
    'a new task of an animal': [animal, 'What needs doing', () => chooseIn(/^More$/, /^Add a task$/)],
    'a new number': [animal, 'Number', () => push('Add a number')],
    'a number': [animal, 'Number', () => page.getByRole('button', { name: /^Change Other/ }).click()],
    'a move': ['/places', 'Day', () => push('Move animals'), '2026-01-02'],
    'a breeding record': ['/breeding', 'Notes', () => push('Edit the record of D-1 × B-1')],
    'a listing, from the animal': [animal, 'Link to a clip', () => chooseIn(/^More$/, /^Edit its listing$/)],
    'a listing, from the sales': ['/animal-sells', 'Link to a clip', editListing],
  };
  const dialog = page.getByRole('dialog');
  const keepsDraft = async (path: string, label: string, open: () => Promise<void>, text = 'https://typed') => {
    await page.goto(path);
    await open();
    const field = dialog.getByLabel(label, { exact: true });
    await field.fill(text);
    await page.reload();
    await see(dialog, notice);
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await press(page, 'Continue editing');
    await see(dialog, notice);
    expect(await field.inputValue()).toBe(text);
    await press(dialog, 'Discard');
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
  readonly type: () => Promise<unknown>;
  readonly isTyped: () => Promise<boolean>;
}

/** The form on this page has a field, into which something is typed. */
function withField(page: Page, path: string, label: string, value: string, open?: () => Promise<void>): PageForm {
  const field = page.getByLabel(label, { exact: true });
  const isTyped = async () => (await field.inputValue()) === value;
  return { page, path, type: () => field.fill(value), isTyped, ...(open && { open }) };
}

test('what is chosen and typed on a page is there again after a reload and another page, until it is discarded', async () => {
  const { page, person, doe } = await farm(phone);
  await confirmEmail(page, product(), person.email);
  await patch(page, `animals/${doe}`, { forSale: true, salePrice: 100 });
  const sold = await addAnimal(page, 'D-2');
  await record(page, { kind: 'sale', animalId: sold, day: '2026-01-02', buyer: 'Sue' });
  await patch(page, 'users/profile', { farmName: 'Low Farm', address: '1 Lane' });
  const visitor = await openPage({ viewport: phone });
  const one = page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '1' });
  const all = page.getByRole('radio', { name: /^All/ });
  const batch = withField(page, '/work/new?do=treat', 'Batch', 'L-7');
  const forms: Record<string, PageForm> = {
    'a checkup': withField(page, `/health?animalId=${doe}`, 'Weight (lbs)', '35'),
    matings: {
      page,
      path: '/breeding',
      type: () => page.getByRole('option', { name: /D-1/ }).click(),
      isTyped: () => page.getByRole('option', { name: /D-1/, selected: true }).isVisible(),
    },
    'a birth': { page, path: `/births/new?dam=${doe}`, type: () => one.click(), isTyped: () => one.isChecked() },
    'the profile': withField(page, '/profile', 'Phone number', '555-0101'),
    sales: withField(page, '/animal-sells', 'Price of D-1', '150', () => openSaleRow(page, 'D-1')),
    'a time with a male': {
      page,
      path: '/breeding/rams/new',
      type: () => page.getByRole('button', { name: /B-1/ }).click(),
      isTyped: () => page.getByRole('button', { name: /B-1/, pressed: true }).isVisible(),
    },
    'work with many': {
      ...batch,
      type: () => all.click().then(batch.type),
      isTyped: async () => (await all.isChecked()) && batch.isTyped(),
    },
    papers: withField(page, '/receipt?day=2026-01-02&buyer=Sue', 'Buyer’s address', '2 Lane'),
    'an enquiry of a visitor': withField(visitor, `/for-sale/${doe}`, 'Your message', 'Is she calm?', () =>
      press(visitor, 'Write to the farm'),
    ),
  };
  const keepsDraft = async ({ page: of, path, open = async () => {}, type, isTyped }: PageForm) => {
    await of.goto(path);
    await open();
    await type();
    await expect.poll(isTyped).toBe(true);
    await of.reload();
    await open();
    await see(of, notice);
    await expect.poll(isTyped).toBe(true);
    await of.goto('/for-sale');
    await of.goto(path);
    await open();
    await expect.poll(isTyped).toBe(true);
    await expectNoSidewaysScroll(of);
    await press(of, 'Discard');
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
  await openAdd(page);
  const tag = page.getByRole('dialog').getByLabel('Tag number');
  await tag.fill('SECRET-1');
  await page.goBack();
  await press(page, 'Logout');
  await see(toast(page, 'Logged out'), 'What you typed but did not save is kept here for you.');

  const bob = newPerson('bob');
  const secret = { Password: bob.password, 'Confirm password': bob.password };
  await page.getByRole('tab', { name: 'Register' }).click();
  await fill(page, { Username: bob.username, Email: bob.email, ...secret });
  // A look at the other tab loses nothing, a reload only the passwords.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  const typed = () =>
    Promise.all(['Username', 'Email', 'Password'].map((label) => page.getByLabel(label, { exact: true }).inputValue()));
  expect(await typed()).toEqual([bob.username, bob.email, bob.password]);
  await page.reload();
  await expect.poll(typed).toEqual([bob.username, bob.email, '']);
  await fillRegistration(page, bob);
  await page.waitForURL('/choose-plan');
  await press(page, 'Choose Guest');
  await page.waitForURL('/');
  await page.goto('/animals');
  await openAdd(page);
  await tag.waitFor();
  expect(await tag.inputValue()).toBe('');
  await page.keyboard.press('Escape');

  await press(page, 'Logout');
  await page.waitForURL('/login');
  await signInInBrowser(page, person);
  await page.waitForURL('/');
  await page.goto('/animals');
  await openAdd(page);
  expect(await tag.inputValue()).toBe('SECRET-1');
});

test('a window whose account was replaced in another window says so, and shows nothing of either farm', async () => {
  const { page: older } = await farm(desktop);
  await older.goto('/health');
  await fill(older, { Notes: 'Limps' });
  const newer = await older.context().newPage();
  await newer.goto('/for-sale');
  // At once: a window that asks the server in between learns that its session has ended, and says that.
  await registerByApi(newer, newPerson('bob'));
  await newer.goto('/animals');
  await see(older, 'A different account is signed in in another window');
  await expectAccessible(older);
  await press(older, 'Continue with that account');
  await older.waitForURL('/');
  await older.goto('/health');
  expect(await older.getByLabel('Notes').inputValue()).toBe('');
  await press(newer, 'Logout');
  await see(older, 'Your session has ended');
});

const openAdd = (page: Page): Promise<void> => page.getByRole('button', { name: 'Add Animal' }).first().click();

async function farm(viewport: typeof phone | typeof desktop) {
  const { page, person } = await openFarm({ viewport });
  const doe = await addAnimal(page, 'D-1', { birthDate: '2022-01-01' });
  const buck = await addAnimal(page, 'B-1', { birthDate: '2022-01-01', sex: 'male' });
  return { page, person, doe, buck };
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
