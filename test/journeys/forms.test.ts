// @module-tag grows
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, settled, setUpBrowser, touchPhone } from '#test/browser.ts';
import { addAnimal, patch, post, record } from '#test/page-api.ts';
import { isInSight } from '#test/touches.ts';
import { becomeAdministrator, confirmEmail, newPerson, registerByApi } from '#test/ui-actions.ts';
import { isLongRun, longTest } from '#test/long-run.ts';
import { see, tap as press } from '#test/steps.ts';

const { openPage, product } = setUpBrowser({ RATE_LIMITS: 'off' });

/** What the keyboard of a phone leaves of 740 pixels. */
const aboveKeyboard = { width: phone.width, height: 440 };
const refusal = 'The server does not take this.';
const day = '2026-01-05';
const flock = 'Flock or herd number';
const message = 'Your message';
const clip = 'https://example.org/a';

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
type Ids = Readonly<Record<string, string>>;

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
const byVisitor = (one: FormCase): FormCase => ({ ...one, as: 'visitor' });
const byAdministrator = (one: FormCase): FormCase => ({ ...one, as: 'administrator' });

const typing = (values: Readonly<Record<string, string>>): Fill =>
  allOf(...Object.entries(values).map(([label, value]) => type(label, value)));
const newPassword = typing({
  'Current password': 'correct horse',
  'New password': 'a new one',
  'Confirm new password': 'a new one',
});
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
  'a sale': ofDoe(['More', 'Sale']),
  'a move of an animal': inDialog('/animals/{doe}', ['More', 'Move'], /^(Save|Move)/, choose('Place', 'Pen 2')),
  'a correction': stored(ofDoe(['Change Note'], type('Note', 'Wild'))),
  'a number of an animal': ofDoe(['Add a number'], type('Number', '840003000000001')),
  'a changed number': stored(ofDoe([/^Change Other/], type('Number', '8'))),
  'a task of an animal': inDialog('/animals/{doe}', ['More', 'Add a task'], /^Add task/),
  matings: standing('/breeding', /^Save/, allOf(choose('Male', 'B-1'), tap('option', /^G-2/))),
  'a changed mating': stored(inDialog('/breeding', [/^Edit the record/], 'Save Changes', type('Notes', 'Twice'))),
  'a time with a male': standing('/breeding/rams/new', /^(Which|In with)/, allOf(tap('button', /^B-1/), tap('radio', /^All/))),
  'a birth': standing('/births/new?dam={doe}', /^(How|Save|Say|Which)/, tap('radio', '1', /^Doe|^Female/)),
  'a task': inDialog('/', ['Task'], 'Add task'),
  'a changed task': stored(inDialog('/', [/^Mend the fence/, 'Change'], /^Save/, type('Note', 'North'))),
  'a place': inDialog('/places', ['Add a place'], 'Add place'),
  'a changed place': stored(inDialog('/places', ['More for Pen 2', 'Change'], /^Save/, type('Name', 'Pen 3'))),
  'a group': inDialog('/places', ['Add a group'], 'Add group'),
  'a medicine': inDialog('/products', ['Add a product'], 'Add product'),
  'a move': inDialog('/places', [/^Move/], 'Move', allOf(choose('Place', 'Pen 2'), tap('option', /^G-2/))),
  'the profile': stored(standing('/profile', 'Save Changes', type('Farm name', 'Hill'))),
  'a password': inDialog('/settings', ['Change Password'], 'Change Password', newPassword),
  'a PIN': inDialog('/settings/you', ['Set a PIN'], 'Save PIN', typing({ PIN: '4713', 'Your password': 'correct horse' })),
  'what buyers see': stored(standing('/settings/marketplace', 'Save', type('Place in words', 'Ohio'))),
  'an invitation': standing('/people', 'Invite'),
  'a helper': standing('/people', 'Add', type('Name', 'Sam')),
  'an offered animal': stored(inDialog('/animal-sells', [/^G-3/, /^Photos and more/], 'Save', type('Link to a clip', clip))),
  'a listing': stored(inDialog('/animals/{offered}', ['More', 'Edit its listing'], 'Save', type('Link to a clip', clip))),
  prices: stored(within((page) => page.locator('body'), '/animal-sells', [/^G-2/], /^Save Changes/, type('Price of G-2', '99'))),
  'signing in': byVisitor(standing('/login', 'Login')),
  registering: byVisitor(standing('/login?tab=register', 'Create Account')),
  'a coupon to use': standing('/choose-plan', 'Apply', type('Coupon code', 'HALF')),
  'a price of a plan': byAdministrator(
    stored(within(region('Basic'), '/admin', ['Edit yearly price of Basic'], /^Save/, type('Yearly price of Basic', '60'))),
  ),
  'a coupon': byAdministrator(
    standing('/admin?tab=coupons', 'Create Coupon', typing({ 'Coupon code': 'HALF', 'Discount percent': '50' })),
  ),
  limits: stored(inDialog('/breeding/planner', [/^B-1/, 'Change the limits'], 'Save limits', type('Close from (%)', '5'))),
  thresholds: stored(inDialog('/performance?show=cull', ['Thresholds'], 'Save', type('Age: from (years)', '8'))),
  'what counts': stored(inDialog('/performance?show=cull', ['What counts'], 'Save', type('FAMACHA', '2'))),
  factors: stored(inDialog('/performance', ['Set the factors for sheep'], 'Save factors', type('Wether', '1.1'))),
  'official numbers': stored(inForm(flock, '/settings/farm', 'Save Changes', type(flock, 'UK-1'))),
  'an API key': inForm('New key', '/settings/programs', 'Make a key'),
  'a webhook': inForm('New webhook', '/settings/programs', 'Make a webhook', type('Address', 'https://example.org/hook')),
  'putting off a task': inDialog('/', [/^Mend the fence/, 'Put off'], /^Put off/, tap('radio', 'Rain')),
  'out of a group': inDialog('/places', [/^Move/], 'Move', leaveGroup),
  'taking a male out': stored(standing('/breeding/rams/{exposure}', /^Take .* out/)),
  papers: stored(inForm('Buyer’s address', `/receipt?day=${day}&buyer=Hill`, 'Issue')),
  'an enquiry': byVisitor(
    within(formWith(message), '/for-sale/{offered}', ['Write to the farm'], 'Send', type(message, 'Is she for sale?')),
  ),
  'a saved search': within(formWith('Name of the search'), '/for-sale?species=goat', ['Save this search'], 'Save'),
  work: standing('/work/new?do=treat', /^(Which|Treat|Begin|Record)/, tap('radio', /^All/)),
  'links for farms': byAdministrator(within(region('Invite farms'), '/admin/site', undefined, 'Send links')),
};

const field = (label: string) => (form: Locator) => form.getByLabel(label, { exact: true }).first();
const choice = (role: 'radio' | 'option' | 'button', name: string | RegExp) => (form: Locator) =>
  form.getByRole(role, { name }).first();

/** The forms that keep drafts, by what is typed into or pressed in them. */
const drafts: readonly (readonly [what: (form: Locator) => Locator, names: readonly string[]])[] = [
  [field('Name'), ['a place', 'a changed place', 'a group', 'a medicine']],
  [field('What needs doing'), ['a task', 'a task of an animal']],
  [field('Note'), ['a changed task']],
  [field('Number'), ['a number of an animal', 'a changed number']],
  [field('Day'), ['a move']],
  [field('Notes'), ['a changed mating']],
  [field('Link to a clip'), ['an offered animal', 'a listing']],
  [field('Weight (lbs)'), ['a health record']],
  [choice('option', /^G-2/), ['matings']],
  [choice('radio', '1'), ['a birth']],
  [field('Phone number'), ['the profile']],
  [field('Price of G-2'), ['prices']],
  [choice('button', /^B-1/), ['a time with a male']],
  [field('Batch'), ['work']],
  [field('Buyer’s address'), ['papers']],
  [field(message), ['an enquiry']],
];

const valueOf = async (input: Pick<ElementHandle<HTMLInputElement>, 'evaluate'>): Promise<string> => {
  const [kind, mode, label] = await input.evaluate((element) => [
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
  for (const input of (await form.locator('[aria-invalid=true]:visible').elementHandles()) as ElementHandle<HTMLInputElement>[]) {
    const isText = await input.evaluate(({ tagName }) => ['INPUT', 'TEXTAREA'].includes(tagName));
    if (isText) await input.fill(await valueOf(input));
    else await (await input.$('[role=radio]'))?.tap();
  }
}

const formOn = (page: Page, { within: find = (shown) => shown.getByRole('dialog') }: FormCase): Locator => find(page).last();

async function openForm(page: Page, formCase: FormCase, ids: Ids): Promise<Locator> {
  const { path, open = [] } = formCase;
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
  const form = formOn(page, formCase);
  await form.waitFor();
  return form;
}

/** What a person with a phone cannot see or has to search for. */
async function troubleOf(page: Page, formCase: FormCase, ids: Ids): Promise<string[]> {
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

/** Goes away from a form into which something was typed, and comes back to it, until that is discarded. */
async function expectDraft(page: Page, formCase: FormCase, what: (form: Locator) => Locator, ids: Ids): Promise<void> {
  const notice = 'You typed this before and have not saved it';
  const form = await openForm(page, formCase, ids);
  const input = what(form);
  const isText = await input.evaluate(({ tagName, role }) => tagName !== 'BUTTON' && role !== 'option');
  const value = isText ? await valueOf(input) : '';
  const isKept = () =>
    isText
      ? input.inputValue().then((shown) => shown === value)
      : input.evaluate((element) => ['selected', 'pressed', 'checked'].some((state) => element.matches(`[aria-${state}=true]`)));
  if (isText) await input.fill(value);
  else await input.tap();
  await expect.poll(isKept).toBe(true);
  if (formCase.within) await openForm(page, formCase, ids);
  else {
    await page.reload();
    await see(form, notice);
    await expect.poll(isKept).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await press(page, 'Continue editing');
  }
  await see(formCase.within ? page : form, notice);
  await expect.poll(isKept).toBe(true);
  await press(formCase.within ? page : form, 'Discard');
  await page.getByText(notice).waitFor({ state: 'hidden' });
  expect(await isKept()).toBe(false);
  if (!formCase.within) {
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  }
  await openForm(page, formCase, ids);
  await settled(page);
  expect(await page.getByText(notice).count()).toBe(0);
  // A dialog that is left open would be open again on the same page, over what opens the next form.
  if (!formCase.within) {
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  }
}

/** A page of each kind of person, for all forms. */
async function openPages() {
  const open = () => openPage({ ...touchPhone, isIntercepted: true, expected: /400|401|Failed to load/ });
  const [farmer, administrator, visitor] = [await open(), await open(), await open()];
  await becomeAdministrator(administrator, product());
  return { farmer, administrator, visitor };
}

/** Fills a farm with what the forms need; the ids by the names in their paths. */
async function fillFarm(page: Page): Promise<Ids> {
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
  await post(page, 'animal-tags', { animalId: doe, kind: 'other', number: '7' });
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
  // Each form begins without drafts, and one that was open does not open again.
  for (const page of Object.values(pages))
    await page.addInitScript(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  const ids = await fillFarm(pages.farmer);
  const trouble: Record<string, readonly string[]> = {};
  for (const [name, formCase] of Object.entries(forms).slice(0, isLongRun ? undefined : 1)) {
    const page = pages[formCase.as ?? 'farmer'];
    trouble[name] = await troubleOf(page, formCase, ids).catch((error: unknown) => [String(error)]);
  }
  expect(Object.entries(trouble).filter(([, found]) => found.length > 0)).toEqual([]);
});

longTest(
  'every form that keeps drafts has what was typed again after another page, until it is discarded',
  { timeout: 900_000 },
  async () => {
    const pages = await openPages();
    const ids = await fillFarm(pages.farmer);
    const lost: string[] = [];
    for (const [what, names] of drafts)
      for (const name of names) {
        const formCase = forms[name]!;
        const page = pages[formCase.as ?? 'farmer'];
        await expectDraft(page, formCase, what, ids).catch((error: unknown) => lost.push(`${name}: ${String(error)}`));
      }
    expect(lost).toEqual([]);
  },
);
