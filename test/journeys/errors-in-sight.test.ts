// @module-tag grows
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, settled, setUpBrowser } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
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

const forms: Readonly<Record<string, FormCase>> = {
  'a weight': { path: '/animals/{doe}', open: ['Weigh'], submit: 'Save' },
  'an animal': { path: '/animals', open: ['Add Animal'], submit: 'Add Animal' },
  'a changed animal': {
    isStored: true,
    path: '/animals',
    open: [/^Edit G-1/],
    submit: 'Save Changes',
    fill: type('Name', 'Ida'),
  },
  'a health record': {
    path: '/health?animalId={doe}',
    submit: 'Save Health Record',
    within: onPage,
    fill: allOf(type(/^Weight/, '61'), tap('radio', /^3/)),
  },
  'a treatment': { path: '/animals/{doe}', open: ['Treat'], submit: 'Save' },
  'a vaccination': { path: '/animals/{doe}', open: ['More', 'Vaccinate'], submit: 'Save' },
  'a checkup': { path: '/animals/{doe}', open: ['More', 'Checkup'], submit: 'Save' },
  scores: { path: '/animals/{doe}', open: ['More', 'Score'], submit: 'Save' },
  'a note': { path: '/animals/{doe}', open: ['Note'], submit: 'Save', fill: type('Note', 'Calm') },
  'a sale': { path: '/animals/{doe}', open: ['More', 'Sale'], submit: 'Save' },
  'a death': { path: '/animals/{doe}', open: ['More', 'Death'], submit: 'Save' },
  'a move of an animal': {
    path: '/animals/{doe}',
    open: ['More', 'Move'],
    submit: /^(Save|Move)/,
    fill: choose('Place', 'Pen 2'),
  },
  'another tag': { path: '/animals/{doe}', open: ['More', 'Change its tag'], submit: 'Save' },
  'a correction': { isStored: true, path: '/animals/{doe}', open: ['Change Note'], submit: 'Save', fill: type('Note', 'Wild') },
  'a number of an animal': {
    path: '/animals/{doe}',
    open: ['Add a number'],
    submit: 'Save',
    fill: type('Number', '840003000000001'),
  },
  'a task of an animal': { path: '/animals/{doe}', open: ['More', 'Add a task'], submit: /^Add task/ },
  matings: {
    path: '/breeding',
    submit: /^Save/,
    within: onPage,
    fill: allOf(choose('Male', 'B-1'), tap('option', /^G-2/)),
  },
  'a changed mating': {
    isStored: true,
    path: '/breeding',
    open: [/^Edit the record/],
    submit: 'Save Changes',
    fill: type('Notes', 'Twice'),
  },
  'a time with a male': {
    path: '/breeding/rams/new',
    submit: /^(Which|In with)/,
    within: onPage,
    fill: allOf(tap('button', /^B-1/), tap('radio', /^All/)),
  },
  'a birth': {
    path: '/births/new?dam={doe}',
    submit: /^(How|Save|Say|Which)/,
    within: onPage,
    fill: tap('radio', '1', /^Doe|^Female/),
  },
  'a task': { path: '/', open: ['Task'], submit: 'Add task' },
  'a place': { path: '/places', open: ['Add a place'], submit: 'Add place' },
  'a group': { path: '/places', open: ['Add a group'], submit: 'Add group' },
  'a medicine': { path: '/products', open: ['Add a product'], submit: 'Add product' },
  'a move': {
    path: '/places',
    open: [/^Move/],
    submit: 'Move',
    fill: async (form, page) => {
      await choose('Place', 'Pen 2')(form, page);
      await form.getByRole('option', { name: /^G-2/ }).tap();
    },
  },
  'the profile': { isStored: true, path: '/profile', submit: 'Save Changes', within: onPage, fill: type('Farm name', 'Hill') },
  'a password': {
    path: '/settings',
    open: ['Change Password'],
    submit: 'Change Password',
    fill: allOf(
      type('Current password', 'correct horse'),
      type('New password', 'a new one'),
      type('Confirm new password', 'a new one'),
    ),
  },
  'a PIN': {
    path: '/settings/you',
    open: ['Set a PIN'],
    submit: 'Save PIN',
    fill: allOf(type('PIN', '4713'), type('Your password', 'correct horse')),
  },
  'what buyers see': {
    isStored: true,
    path: '/settings/marketplace',
    submit: 'Save',
    within: onPage,
    fill: type('Place in words', 'Ohio'),
  },
  'an invitation': { path: '/people', submit: 'Invite', within: onPage },
  'a helper': { path: '/people', submit: 'Add', within: onPage, fill: type('Name', 'Sam') },
  'an offered animal': {
    isStored: true,
    path: '/animal-sells',
    open: [/^G-3/, /^Photos and more/],
    submit: 'Save',
    fill: type(/^Link to a clip/, 'https://example.org/a'),
  },
  prices: {
    isStored: true,
    path: '/animal-sells',
    open: [/^G-2/],
    submit: /^Save Changes/,
    within: (page) => page.locator('body'),
    fill: type('Price of G-2', '99'),
  },
  'signing in': { path: '/login', submit: 'Login', within: onPage, as: 'visitor' },
  registering: { path: '/login?tab=register', submit: 'Create Account', within: onPage, as: 'visitor' },
  'a coupon to use': {
    path: '/choose-plan',
    submit: 'Apply',
    within: onPage,
    fill: type('Coupon code', 'HALF'),
  },
  'a price of a plan': {
    path: '/admin',
    open: ['Edit yearly price of Basic'],
    submit: /^Save/,
    within: region('Basic'),
    as: 'administrator',
    isStored: true,
    fill: type('Yearly price of Basic', '60'),
  },
  'a coupon': {
    path: '/admin?tab=coupons',
    submit: 'Create Coupon',
    within: onPage,
    as: 'administrator',
    fill: allOf(type('Coupon code', 'HALF'), type('Discount percent', '50')),
  },
  'limits of matings': {
    isStored: true,
    path: '/breeding/planner',
    open: [/^B-1/, 'Change the limits'],
    submit: 'Save limits',
    fill: type('Close from (%)', '5'),
  },
  thresholds: {
    isStored: true,
    path: '/performance?show=cull',
    open: ['Thresholds'],
    submit: 'Save',
    fill: type('Age: from (years)', '8'),
  },
  'what counts': {
    isStored: true,
    path: '/performance?show=cull',
    open: ['What counts'],
    submit: 'Save',
    fill: type('FAMACHA', '2'),
  },
  factors: {
    isStored: true,
    path: '/performance',
    open: ['Set the factors for sheep'],
    submit: 'Save factors',
    fill: type('Wether', '1.1'),
  },
  'official numbers': {
    isStored: true,
    path: '/settings/farm',
    submit: 'Save Changes',
    within: formWith('Flock or herd number'),
    fill: type('Flock or herd number', 'UK-1'),
  },
  'an API key': { path: '/settings/programs', submit: 'Make a key', within: formWith('New key') },
  'a webhook': {
    path: '/settings/programs',

    submit: 'Make a webhook',
    within: formWith('New webhook'),
    fill: type('Address', 'https://example.org/hook'),
  },
  'putting off a task': {
    path: '/',
    open: [/^Mend the fence/, 'Put off'],
    submit: /^Put off/,
    fill: tap('radio', 'Rain'),
  },
  'out of a group': {
    path: '/places',
    open: [/^Move/],
    submit: 'Move',
    fill: async (form, page) => {
      await form.getByRole('radio', { name: 'Out of a group' }).tap();
      await choose('Group', 'Does')(form, page);
      await form.getByRole('option', { name: /^G-1/ }).tap();
    },
  },
  'taking a male out': {
    isStored: true,
    path: '/breeding/rams/{exposure}',
    submit: /^Take .* out/,
    within: onPage,
  },
  papers: {
    isStored: true,
    path: `/receipt?day=${day}&buyer=Hill`,
    submit: 'Issue',
    within: formWith('Buyer’s address'),
  },
  'an enquiry': {
    path: '/for-sale/{offered}',
    as: 'visitor',
    open: ['Write to the farm'],
    submit: 'Send',
    within: formWith('Your message'),
    fill: type('Your message', 'Is she still for sale?'),
  },
  'a saved search': {
    path: '/for-sale?species=goat',
    open: ['Save this search'],
    submit: 'Save',
    within: formWith('Name of the search'),
  },
  work: {
    path: '/work/new?do=treat',
    submit: /^(Which|Treat|Begin|Record)/,
    within: onPage,
    fill: tap('radio', /^All/),
  },
  'links for farms': { path: '/admin/site', submit: 'Send links', within: region('Invite farms'), as: 'administrator' },
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
  const { path, open = [], within = (shown) => shown.getByRole('dialog') } = formCase;
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
  const form = within(page).last();
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
    const page = await openPage({
      viewport: phone,
      hasTouch: true,
      isIntercepted: true,
      isMobile: true,
      expected: /400|401|Failed to load/,
    });
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
  const animal = (tagNumber: string, more: object = {}) =>
    post(page, 'animals', { tagNumber, species: 'goat', sex: 'female', birthDate: '2022-03-01', ...more });
  const [doe, buck] = [await animal('G-1'), await animal('B-1', { sex: 'male' })];
  await animal('G-2');
  const offered = await animal('G-3', { forSale: true, salePrice: 90 });
  const sold = await animal('G-4');
  await animal('S-1', { species: 'sheep' });
  await post(page, 'breeding-records', { fatherId: buck.id, motherId: doe.id, breedingDate: day });
  const exposure = await post(page, 'exposures', { name: 'Does', maleIds: [buck.id], femaleIds: [doe.id], inDay: day });
  await post(page, 'places', { name: 'Pen 2' });
  const group = await post(page, 'groups', { name: 'Does' });
  await post(page, 'chores', { name: 'Mend the fence', day });
  const event = (animalId: string, more: object) => ({ id: crypto.randomUUID(), animalId, day, ...more });
  const events = [
    event(doe.id, { kind: 'note', note: 'Calm' }),
    event(doe.id, { kind: 'move', groupId: group.id }),
    event(sold.id, { kind: 'sale', buyer: 'Hill', price: 90 }),
  ];
  await post(page, 'events', { events });
  return { doe: doe.id, offered: offered.id, exposure: exposure.id };
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
