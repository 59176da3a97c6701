import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { phone, setUpBrowser } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { isInSight } from '#test/touches.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';
import { sampledTest } from '#test/long-run.ts';

const { openPage } = setUpBrowser();

/** What the keyboard of a phone leaves of 740 pixels. */
const aboveKeyboard = { width: phone.width, height: 440 };
const refusal = 'The server does not take this.';

interface Farm {
  readonly doe: string;
}

interface OpenedForm {
  /** Where it is searched for its error. */
  readonly form: Locator;
  readonly submit: string;
  readonly fill: () => Promise<unknown>;
}

type OpenForm = (page: Page, farm: Farm) => Promise<OpenedForm>;

/** A form in the dialog that a button of the page opens. */
const inDialog =
  (path: string, button: string | RegExp, submit: string, fill: (dialog: Locator) => Promise<unknown>): OpenForm =>
  async (page, { doe }) => {
    await page.goto(path.replace('$doe', doe));
    await page.getByRole('button', { name: button }).first().tap();
    const form = page.getByRole('dialog');
    await form.waitFor();
    return { form, submit, fill: () => fill(form) };
  };

const onPage =
  (path: string, submit: string, fill: (page: Page) => Promise<unknown>): OpenForm =>
  async (page, { doe }) => {
    await page.goto(path.replace('$doe', doe));
    return { form: page.locator('main'), submit, fill: () => fill(page) };
  };

const type = (label: string | RegExp, value: string) => (within: Locator | Page) =>
  within
    .getByLabel(label, { exact: typeof label === 'string' })
    .first()
    .fill(value);

const forms: readonly (readonly [string, OpenForm])[] = [
  ['Add Animal', inDialog('/animals', 'Add Animal', 'Add Animal', type('Tag number', 'X-1'))],
  ['Weigh', inDialog('/animals/$doe', 'Weigh', 'Save', type(/^Weight \(/, '61'))],
  [
    'a health record',
    onPage('/health?animalId=$doe', 'Save Health Record', async (page) => {
      await type(/^Weight/, '61')(page);
      await page.getByRole('radio', { name: /^3/ }).tap();
    }),
  ],
];

const names = forms.map(([name]) => name);

/** What a person with a phone cannot see or has to search for. */
async function troubleOf(page: Page, { form, submit, fill }: OpenedForm): Promise<string[]> {
  await page.setViewportSize(aboveKeyboard);
  const button = form.getByRole('button', { name: new RegExp(`^${submit}`) }).last();
  const trouble: string[] = [];
  const expectSeen = async (what: string, error: Locator) => {
    const shown = error.filter({ visible: true }).first();
    await shown.waitFor({ timeout: 30_000 }).catch(() => {});
    if ((await shown.count()) === 0) return trouble.push(`${what}: nothing is said`);
    const isSeen = () => shown.evaluate(isInSight);
    await expect
      .poll(isSeen, { timeout: 10_000 })
      .toBe(true)
      .catch(() => trouble.push(`${what}: is not in sight`));
    const focus = page.locator(':focus');
    const isFocusSeen = async () => (await focus.count()) > 0 && (await focus.evaluate(isInSight));
    return expect
      .poll(isFocusSeen, { timeout: 10_000 })
      .toBe(true)
      .catch(() => trouble.push(`${what}: the focus is nowhere in sight`));
  };
  if (await button.isEnabled()) {
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
    // Two taps in a row would be a double tap, of which a button ignores the second.
    await button.press('Enter');
    const wrong = form.locator('[aria-invalid=true]');
    await wrong
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => {});
    if ((await wrong.count()) > 0) await expectSeen('left empty', wrong);
    await page.unroute('**/api/**');
  }
  await fill();
  const json = { code: 'request.invalid', message: refusal, errors: [] };
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json }),
  );
  if (!(await button.isEnabled())) return [...trouble, `it cannot be sent: ${await button.textContent()}`];
  await button.tap();
  await expectSeen('refused', form.getByText(refusal));
  return trouble;
}

sampledTest(names, 1)('an error is in sight with the focus on it, with the keyboard open: %s', async (name) => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true, expected: /400|Failed to load/ });
  await registerByApi(page, newPerson('ada'));
  const animal = (tagNumber: string, more: object = {}) =>
    post(page, 'animals', { tagNumber, species: 'goat', sex: 'female', birthDate: '2022-03-01', ...more });
  const doe = await animal('G-1');
  await animal('B-1', { sex: 'male' });
  const open = forms.find(([each]) => each === name)?.[1];
  const opened = await open?.(page, { doe: doe.id });
  expect(opened && (await troubleOf(page, opened))).toEqual([]);
});
