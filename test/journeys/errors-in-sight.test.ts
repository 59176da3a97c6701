// @module-tag grows
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, settled, setUpBrowser, touchPhone } from '#test/browser.ts';
import { addAnimal, patch, post, record } from '#test/page-api.ts';
import { isInSight } from '#test/touches.ts';
import { becomeAdministrator, confirmEmail, newPerson, registerByApi } from '#test/ui-actions.ts';
import { isLongRun } from '#test/long-run.ts';

const { openPage, product } = setUpBrowser({ RATE_LIMITS: 'off' });

/** What the keyboard of a phone leaves of 740 pixels. */
const aboveKeyboard = { width: phone.width, height: 440 };
const refusal = 'The server does not take this.';
const day = '2026-01-05';

interface FormCase {
  /** `{doe}` stands for the id of an animal. */
  readonly path: string;
  /** What is pressed to open it; without, it stands on the page. */
  readonly open?: readonly (string | RegExp)[];
  readonly submit: string | RegExp;
  readonly within?: (page: Page) => Locator;
  /** What no wrong field asks for: the button waits for it, or nothing has been changed yet. */
  readonly fill?: (form: Locator, page: Page) => Promise<unknown>;
  /** It shows a stored record, so nothing is left empty. */
  readonly isStored?: true;
  readonly as?: 'visitor' | 'administrator';
}

const onPage = (page: Page) => page.locator('main');
const region = (name: string) => (page: Page) => page.getByRole('region', { name });
const formWith = (text: string) => (page: Page) => page.locator('form').filter({ hasText: text });

type Fill = NonNullable<FormCase['fill']>;

const type =
  (label: string | RegExp, value: string): Fill =>
  (form) =>
    form
      .getByLabel(label, { exact: typeof label === 'string' })
      .first()
      .fill(value);
const tap =
  (role: 'radio' | 'option' | 'button', ...names: readonly (string | RegExp)[]): Fill =>
  async (form) => {
    for (const name of names) await form.getByRole(role, { name }).first().tap();
  };
const allOf =
  (...fills: readonly Fill[]): Fill =>
  async (form, page) => {
    for (const fill of fills) await fill(form, page);
  };
const choose =
  (label: string, option: string): Fill =>
  async (form, page) => {
    await form.getByLabel(label, { exact: true }).tap();
    await page.getByRole('option', { name: option }).first().tap();
  };

const inDialog = (path: string, open: FormCase['open'], submit: FormCase['submit'], fill?: Fill): FormCase => ({
  path,
  submit,
  ...(open && { open }),
  ...(fill && { fill }),
});
const ofDoe = (open: readonly (string | RegExp)[], fill?: Fill) => inDialog('/animals/{doe}', open, 'Save', fill);
const within = (form: NonNullable<FormCase['within']>, ...rest: Parameters<typeof inDialog>): FormCase => ({
  ...inDialog(...rest),
  within: form,
});
const standing = (path: string, submit: FormCase['submit'], fill?: Fill) => within(onPage, path, undefined, submit, fill);
const inForm = (text: string, path: string, submit: string, fill?: Fill) => within(formWith(text), path, undefined, submit, fill);
const stored = (one: FormCase): FormCase => ({ ...one, isStored: true });
const by = (as: 'visitor' | 'administrator', one: FormCase): FormCase => ({ ...one, as });

const passwords = [type('Current password', 'correct horse'), type('New password', 'a new one')];
const leaveGroup: Fill = async (form, page) => {
  await form.getByRole('radio', { name: 'Out of a group' }).tap();
  await choose('Group', 'Does')(form, page);
  await form.getByRole('option', { name: /^G-1/ }).tap();
};

const forms: Readonly<Record<string, FormCase>> = {
  'a weight': ofDoe(['Weigh']),
  'an animal': inDialog('/animals', ['Add Animal'], 'Add Animal'),
  'a changed animal': stored(inDialog('/animals', [/^Edit G-1/], 'Save Changes', type('Name', 'Ida'))),
  'a health record': standing('/health?animalId={doe}', 'Save Health Record', allOf(type(/^Weight/, '61'), tap('radio', /^3/))),
  'a treatment': ofDoe(['Treat']),
  'a vaccination': ofDoe(['More', 'Vaccinate']),
  'a checkup': ofDoe(['More', 'Checkup']),
  scores: ofDoe(['More', 'Score']),
  'a note': ofDoe(['Note'], type('Note', 'Calm')),
  'a sale': ofDoe(['More', 'Sale']),
  'a death': ofDoe(['More', 'Death']),
  'a move of an animal': inDialog('/animals/{doe}', ['More', 'Move'], /^(Save|Move)/, choose('Place', 'Pen 2')),
  'another tag': ofDoe(['More', 'Change its tag']),
  'a correction': stored(ofDoe(['Change Note'], type('Note', 'Wild'))),
  'a number of an animal': ofDoe(['Add a number'], type('Number', '840003000000001')),
  'a task of an animal': inDialog('/animals/{doe}', ['More', 'Add a task'], /^Add task/),
  matings: standing('/breeding', /^Save/, allOf(choose('Male', 'B-1'), tap('option', /^G-2/))),
  'a changed mating': stored(inDialog('/breeding', [/^Edit the record/], 'Save Changes', type('Notes', 'Twice'))),
  'a time with a male': standing('/breeding/rams/new', /^(Which|In with)/, allOf(tap('button', /^B-1/), tap('radio', /^All/))),
  'a birth': standing('/births/new?dam={doe}', /^(How|Save|Say|Which)/, tap('radio', '1', /^Doe|^Female/)),
  'a task': inDialog('/', ['Task'], 'Add task'),
  'a place': inDialog('/places', ['Add a place'], 'Add place'),
  'a group': inDialog('/places', ['Add a group'], 'Add group'),
  'a medicine': inDialog('/products', ['Add a product'], 'Add product'),
  'a move': inDialog('/places', [/^Move/], 'Move', allOf(choose('Place', 'Pen 2'), tap('option', /^G-2/))),
  'the profile': stored(standing('/profile', 'Save Changes', type('Farm name', 'Hill'))),
  'a password': inDialog(
    '/settings',
    ['Change Password'],
    'Change Password',
    allOf(...passwords, type('Confirm new password', 'a new one')),
  ),
  'a PIN': inDialog(
    '/settings/you',
    ['Set a PIN'],
    'Save PIN',
    allOf(type('PIN', '4713'), type('Your password', 'correct horse')),
  ),
  'what buyers see': stored(standing('/settings/marketplace', 'Save', type('Place in words', 'Ohio'))),
  'an invitation': standing('/people', 'Invite'),
  'a helper': standing('/people', 'Add', type('Name', 'Sam')),
  'an offered animal': stored(
    inDialog('/animal-sells', [/^G-3/, /^Photos and more/], 'Save', type(/^Link to a clip/, 'https://example.org/a')),
  ),
  prices: stored(within((page) => page.locator('body'), '/animal-sells', [/^G-2/], /^Save Changes/, type('Price of G-2', '99'))),
  'signing in': by('visitor', standing('/login', 'Login')),
  registering: by('visitor', standing('/login?tab=register', 'Create Account')),
  'a coupon to use': standing('/choose-plan', 'Apply', type('Coupon code', 'HALF')),
  'a price of a plan': by(
    'administrator',
    stored(within(region('Basic'), '/admin', ['Edit yearly price of Basic'], /^Save/, type('Yearly price of Basic', '60'))),
  ),
  'a coupon': by(
    'administrator',
    standing('/admin?tab=coupons', 'Create Coupon', allOf(type('Coupon code', 'HALF'), type('Discount percent', '50'))),
  ),
  'limits of matings': stored(
    inDialog('/breeding/planner', [/^B-1/, 'Change the limits'], 'Save limits', type('Close from (%)', '5')),
  ),
  thresholds: stored(inDialog('/performance?show=cull', ['Thresholds'], 'Save', type('Age: from (years)', '8'))),
  'what counts': stored(inDialog('/performance?show=cull', ['What counts'], 'Save', type('FAMACHA', '2'))),
  factors: stored(inDialog('/performance', ['Set the factors for sheep'], 'Save factors', type('Wether', '1.1'))),
  'official numbers': stored(
    inForm('Flock or herd number', '/settings/farm', 'Save Changes', type('Flock or herd number', 'UK-1')),
  ),
  'an API key': inForm('New key', '/settings/programs', 'Make a key'),
  'a webhook': inForm('New webhook', '/settings/programs', 'Make a webhook', type('Address', 'https://example.org/hook')),
  'putting off a task': inDialog('/', [/^Mend the fence/, 'Put off'], /^Put off/, tap('radio', 'Rain')),
  'out of a group': inDialog('/places', [/^Move/], 'Move', leaveGroup),
  'taking a male out': stored(standing('/breeding/rams/{exposure}', /^Take .* out/)),
  papers: stored(inForm('Buyer’s address', `/receipt?day=${day}&buyer=Hill`, 'Issue')),
  'an enquiry': by(
    'visitor',
    within(
      formWith('Your message'),
      '/for-sale/{offered}',
      ['Write to the farm'],
      'Send',
      type('Your message', 'Is she still for sale?'),
    ),
  ),
  'a saved search': within(formWith('Name of the search'), '/for-sale?species=goat', ['Save this search'], 'Save'),
  work: standing('/work/new?do=treat', /^(Which|Treat|Begin|Record)/, tap('radio', /^All/)),
  'links for farms': by('administrator', within(region('Invite farms'), '/admin/site', undefined, 'Send links')),
};

const valueOf = async (field: ElementHandle<HTMLInputElement>): Promise<string> => {
  const [kind, mode, label] = await field.evaluate((element) => [
    element.getAttribute('type'),
    element.getAttribute('inputmode'),
    element.labels?.[0]?.textContent ?? '',
  ]);
  if (kind === 'date') return day;
  if (kind === 'email' || /email/i.test(label ?? '')) return 'ann@example.org';
  if (kind === 'password') return 'correct horse';
  return kind === 'number' || mode === 'numeric' || mode === 'decimal' ? '5' : 'X-1';
};

/** Gives each field that the form calls wrong something that it takes. One that was corrected is not called wrong any more. */
async function correct(form: Locator): Promise<void> {
  for (const field of (await form.locator('[aria-invalid=true]:visible').elementHandles()) as ElementHandle<HTMLInputElement>[]) {
    const isText = await field.evaluate(({ tagName }) => ['INPUT', 'TEXTAREA'].includes(tagName));
    if (isText) await field.fill(await valueOf(field));
    else await (await field.$('[role=radio]'))?.tap();
  }
}

async function openForm(page: Page, formCase: FormCase, ids: Readonly<Record<string, string>>): Promise<Locator> {
  const { path, open = [], within: find = (shown) => shown.getByRole('dialog') } = formCase;
  await page.unroute('**/api/**');
  await page.setViewportSize(phone);
  await page.goto(path.replace(/\{(\w+)\}/, (_, id: string) => ids[id] ?? ''));
  // A tap on what is prerendered is lost.
  await settled(page);
  for (const each of open) {
    const control = { name: each, ...(typeof each === 'string' && { exact: true }) };
    const folded = page.locator('summary').filter({ hasText: typeof each === 'string' ? /^$/ : each });
    await page.getByRole('button', control).or(page.getByRole('menuitem', control)).or(folded).first().tap();
  }
  const form = find(page).last();
  await form.waitFor();
  return form;
}

/** What a person with a phone cannot see or has to search for. */
async function troubleOf(page: Page, formCase: FormCase, ids: Readonly<Record<string, string>>): Promise<string[]> {
  const { submit, fill, isStored } = formCase;
  const form = await openForm(page, formCase, ids);
  await page.setViewportSize(aboveKeyboard);
  const button = form.getByRole('button', { name: typeof submit === 'string' ? new RegExp(`^${submit}`) : submit }).last();
  const trouble: string[] = [];
  const expectSeen = async (what: string, error: Locator) => {
    const shown = error.filter({ visible: true });
    await shown
      .first()
      .waitFor()
      .catch(() => {});
    if ((await shown.count()) === 0) return trouble.push(`${what}: nothing is said`);
    const isSeen = async () => {
      for (const each of await shown.all()) if (await each.evaluate(isInSight)) return true;
      return false;
    };
    await expect
      .poll(isSeen)
      .toBe(true)
      .catch(() => trouble.push(`${what}: is not in sight`));
    const focus = page.locator(':focus');
    const isFocusSeen = async () => (await focus.count()) > 0 && (await focus.evaluate(isInSight));
    return expect
      .poll(isFocusSeen)
      .toBe(true)
      .catch(() => trouble.push(`${what}: the focus is nowhere in sight`));
  };
  const json = { code: 'request.invalid', message: refusal, errors: [] };
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json }),
  );
  if (!isStored && (await button.isEnabled())) {
    // Two taps in a row would be a double tap, of which a button ignores the second.
    await button.press('Enter');
    const wrong = form.locator('[aria-invalid=true]');
    await wrong
      .or(page.getByText(refusal))
      .first()
      .waitFor({ timeout: 2000 })
      .catch(() => {});
    if ((await wrong.count()) > 0) await expectSeen('left empty', wrong);
  }
  await fill?.(form, page);
  if (!(await button.isEnabled())) return [...trouble, `it cannot be sent: ${await button.textContent()}`];
  let isAnswered = false;
  const answered = page
    .waitForResponse((response) => response.status() === 400)
    .then(
      () => (isAnswered = true),
      () => trouble.push('it is not sent'),
    );
  const sendForm = async () => {
    if (await button.isEnabled()) {
      await correct(form);
      await button.press('Enter');
    }
    await Promise.race([answered, page.waitForTimeout(1000)]);
    return isAnswered;
  };
  await expect
    .poll(sendForm)
    .toBe(true)
    .catch(() => {});
  await answered;
  await expectSeen('refused', page.getByText(refusal));
  return trouble;
}

/** A page of each kind of person, for all forms, each of which begins without drafts. */
async function openPages() {
  const open = async () => {
    const page = await openPage({ ...touchPhone, isIntercepted: true, expected: /400|401|Failed to load/ });
    await page.addInitScript(() => {
      localStorage.clear();
      // A form that was open opens again.
      sessionStorage.clear();
    });
    return page;
  };
  const [farmer, administrator, visitor] = [await open(), await open(), await open()];
  await becomeAdministrator(administrator, product());
  return { farmer, administrator, visitor };
}

/** Fills a farm with what the forms need; the ids by the names in their paths. */
async function fillFarm(page: Page): Promise<Readonly<Record<string, string>>> {
  const ada = newPerson('ada');
  await registerByApi(page, ada);
  // A plan that has programs.
  await product().addHerd(ada.username, 1);
  await confirmEmail(page, product(), ada.email);
  await patch(page, 'users/profile', { farmName: 'Low Farm', address: '1 Lane' });
  const born = { birthDate: '2022-03-01' };
  const [doe, buck] = [await addAnimal(page, 'G-1', born), await addAnimal(page, 'B-1', { ...born, sex: 'male' })];
  await addAnimal(page, 'G-2', born);
  const offered = await addAnimal(page, 'G-3', { ...born, forSale: true, salePrice: 90 });
  const sold = await addAnimal(page, 'G-4', born);
  await addAnimal(page, 'S-1', { ...born, species: 'sheep' });
  await post(page, 'breeding-records', { fatherId: buck, motherId: doe, breedingDate: day });
  const exposure = await post(page, 'exposures', { name: 'Does', maleIds: [buck], femaleIds: [doe], inDay: day });
  await post(page, 'places', { name: 'Pen 2' });
  const group = await post(page, 'groups', { name: 'Does' });
  await post(page, 'chores', { name: 'Mend the fence', day });
  await record(
    page,
    { animalId: doe, day, kind: 'note', note: 'Calm' },
    { animalId: doe, day, kind: 'move', groupId: group.id },
    { animalId: sold, day, kind: 'sale', buyer: 'Hill', price: 90 },
  );
  return { doe, offered, exposure: exposure.id };
}

test('in every form what is wrong is in sight with the focus on it, with the keyboard open', { timeout: 900_000 }, async () => {
  const pages = await openPages();
  const ids = await fillFarm(pages.farmer);
  const trouble: Record<string, readonly string[]> = {};
  for (const [name, formCase] of Object.entries(forms).slice(0, isLongRun ? undefined : 1)) {
    const page = pages[formCase.as ?? 'farmer'];
    trouble[name] = await troubleOf(page, formCase, ids).catch((error: unknown) => [String(error)]);
  }
  expect(Object.entries(trouble).filter(([, found]) => found.length > 0)).toEqual([]);
});
