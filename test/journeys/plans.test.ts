import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { addAnimal, post, read, send } from '#test/page-api.ts';
import { openMailServer } from '#test/mail-server.ts';
import { fill, pick, press, see, seeButton } from '#test/steps.ts';
import { becomeAdministrator, registerByApi, newPerson, registerInBrowser, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const cardOf = (page: Page, plan: string) => page.getByRole('article', { name: plan });

const addCoupon = (admin: Page, code: string, discountPercent: number) =>
  post(admin, 'admin/coupons', { code, discountPercent, validUntil: null });

describe('a paying farm', () => {
  const mail = openMailServer();
  const { product, openPage } = setUpBrowser(async () => ({ SMTP_URL: mail.url() }));

  test('a farm pays for a plan with a coupon and gets its limit, and an administrator who gives it another is told that the payments end', async () => {
    const admin = await openPage({ viewport: desktop });
    await becomeAdministrator(admin, product());
    await addCoupon(admin, 'SPRING20', 20);

    const page = await openPage({ viewport: phone });
    const person = newPerson('a-farmer-with-quite-a-long-name');
    await registerInBrowser(page, person);
    await seeButton(page, 'Choose Basic');
    // Mails about payments go to confirmed addresses alone.
    await send(page, 'auth/confirm-email', { token: await mail.tokenTo(person.email) });
    await expectGoodLook(page);
    const input = page.getByLabel('Coupon code');
    await input.fill('spring20');
    await press(page, 'Apply');
    await see(toast(page, 'Coupon applied!'), '20% discount will be applied to your plan');
    expect(await input.isDisabled()).toBe(true);
    await press(page, 'Remove');
    expect(await input.inputValue()).toBe('');
    await input.fill('spring20');
    await press(page, 'Apply');
    await seeButton(page, 'Remove');
    await pick(page, /^Yearly/);
    expect(await cardOf(page, 'Basic').locator('s').innerText()).toMatch(/\$50$/);
    await see(cardOf(page, 'Basic'), /^\$40\.00$/);
    await expectGoodLook(page);

    await press(page, 'Choose Basic');
    await page.waitForURL(/\/test-checkout\//);
    await see(page, 'Test mode: no money moves', 'Basic plan, billed yearly', '$40.00/year');
    await expectGoodLook(page);
    await press(page, 'Start the free trial');
    await toast(page, 'Plan activated!').waitFor();
    await page.waitForURL('/');
    await see(page, '0 of 50 animals');
    for (let head = 1; head <= 11; head += 1) await addAnimal(page, `G-${head}`);
    await mail.received(person.email, /Basic/);

    await page.goto('/profile');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Subscription Status' }) });
    await see(card, /^Basic$/, /^Trial$/, /^\$40\.00 a year$/, /^Trial ends$/);
    await expectGoodLook(page);
    await press(card, 'Cancel renewal');
    const dialog = page.getByRole('alertdialog', { name: 'Cancel the renewal of Basic?' });
    await expectGoodLook(page);
    await press(dialog, 'Cancel renewal');
    await toast(page, 'Renewal cancelled').waitFor();
    await see(card, /^Ends$/);
    await press(card, 'Resume renewal');
    await toast(page, 'The plan renews again').waitFor();
    await seeButton(card, 'Cancel renewal');

    await admin.goto(`/admin?tab=users&search=${person.username}`);
    await admin.getByLabel(`Role of ${person.username}`).filter({ hasText: 'Basic' }).click();
    await admin.getByRole('option', { name: 'Premium' }).click();
    const gift = admin.getByRole('alertdialog', { name: `Change the role of ${person.username}?` });
    await see(gift, /The role and the plan become Premium\. .* pays for its plan: the subscription ends now\.$/);
    await expectGoodLook(admin);
  });
});

describe('a checkout', () => {
  const { product, openPage } = setUpBrowser();

  async function arrive(): Promise<Page> {
    const page = await openPage({ viewport: phone, isIntercepted: true });
    await registerByApi(page, newPerson('ada'), 'none');
    await page.goto('/choose-plan');
    return page;
  }
  const planOf = async (page: Page) => (await read<{ subscriptionPlan: string | null }>(page, 'auth/me')).subscriptionPlan;

  async function pay(page: Page, price: string): Promise<void> {
    await press(page, 'Choose Premium', `Pay ${price}`);
    await toast(page, 'Plan activated!').waitFor();
  }

  async function applyCoupon(page: Page, code: string, percent: number): Promise<void> {
    const admin = await openPage();
    await becomeAdministrator(admin, product());
    await addCoupon(admin, code, percent);
    await fill(page, { 'Coupon code': code.toLowerCase() });
    await press(page, 'Apply');
    await toast(page, 'Coupon applied!').waitFor();
  }

  longTest('a declined or abandoned payment changes no plan, and leaving a paid plan asks for confirmation', async () => {
    const page = await arrive();
    await press(page, 'Choose Premium', 'Decline');
    await see(page, 'The card was declined');
    await expectAccessible(page);
    expect(await planOf(page)).toBeNull();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(/\/choose-plan\?cancelled=/);
    await see(page, 'Nothing was charged');
    await expectGoodLook(page);
    expect(await planOf(page)).toBeNull();
    await pay(page, '$20.83');
    expect(await planOf(page)).toBe('premium');

    await page.goto('/choose-plan');
    await see(cardOf(page, 'Premium'), 'Your plan', 'Manage on your profile');
    await pick(page, /^Yearly/);
    await seeButton(cardOf(page, 'Premium'), 'Choose Premium');
    await press(page, 'Choose Guest');
    const dialog = page.getByRole('alertdialog', { name: 'Leave Premium for Guest?' });
    await see(dialog, 'cancel its renewal');
    await expectAccessible(page);
    await press(dialog, 'Stay on Premium');

    // A coupon that pays for a while ends what is paid for as well.
    await applyCoupon(page, 'FREEYEAR', 100);
    await press(page, 'Choose Enterprise');
    const byCoupon = page.getByRole('alertdialog', { name: 'Leave Premium for Enterprise?' });
    await see(byCoupon, 'The coupon pays for one year of Enterprise');
    await expectGoodLook(page);
    await press(byCoupon, 'Stay on Premium');
    expect(await planOf(page)).toBe('premium');

    await press(page, 'Choose Guest');
    await press(dialog, 'Leave for Guest');
    await toast(page, 'Welcome!').waitFor();
    await page.waitForURL('/');
    expect(await planOf(page)).toBe('guest');
  });

  test('while a plan is being chosen no other can be, a double tap or a lost answer makes one checkout, and the trial is offered once', async () => {
    const page = await arrive();
    const asking = '**/api/create-checkout-session';
    const basic = cardOf(page, 'Basic');
    await basic.getByText('30-day free trial').first().waitFor();
    expect(await basic.getByText('30-day free trial').count()).toBe(2);

    const held = Promise.withResolvers<void>();
    await page.route(asking, async (route) => {
      await held.promise;
      await route.fulfill({ json: { url: 'https://evil.example/pay' } });
    });
    await press(page, 'Choose Premium');
    const buttons = page.getByRole('button', { name: /^Choose / });
    const areDisabled = await buttons.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled));
    expect(areDisabled).toEqual([true, true, true, true]);
    expect(await page.locator('[aria-busy=true]').allInnerTexts()).toEqual(['Choose Premium']);
    held.resolve();
    // A checkout that was not created must not be opened.
    await toast(page, 'Could not create checkout session').waitFor();
    expect(new URL(page.url()).pathname).toBe('/choose-plan');
    expect(await buttons.first().isEnabled()).toBe(true);
    await page.unroute(asking);

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-checkout-session')) sent.push((request.postDataJSON() as { id: string }).id);
    });
    const loseAnswer = (route: Route) => route.fetch().then(() => route.abort('connectionfailed'));
    await page.route(asking, loseAnswer, { times: 1 });
    const choice = page.getByRole('button', { name: 'Choose Basic' });
    await choice.click();
    await toast(page, 'Something went wrong. Please try again.').waitFor();
    await choice.dblclick();
    await page.waitForURL(/\/test-checkout\//);
    const id = page.url().split('/').at(-1);
    expect(sent).toEqual([id, id]);

    await press(page, 'Start the free trial');
    await toast(page, 'Plan activated!').waitFor();
    await page.goto('/choose-plan');
    await see(basic, 'Your plan');
    expect(await page.getByText('30-day free trial').count()).toBe(0);
  });

  longTest('changing the paid plan for a larger one pays the difference, and for a smaller one begins later', async () => {
    const page = await arrive();
    await pick(page, /^Yearly/);
    await pay(page, '$200.00');

    await page.goto('/choose-plan');
    await pick(page, /^Yearly/);
    await press(page, 'Choose Enterprise');
    const larger = page.getByRole('alertdialog', { name: 'Leave Premium for Enterprise?' });
    await expectGoodLook(page);
    await press(larger, 'Go on to the payment');
    await see(page, /^Left of Premium$/);
    await seeButton(page, /^Pay \$300\.\d\d$/);
    await expectGoodLook(page);

    await page.getByRole('link', { name: 'Back' }).click();
    await see(page, 'Nothing was charged');
    await pick(page, 'Monthly');
    await press(page, 'Choose Basic');
    const smaller = page.getByRole('alertdialog', { name: 'Leave Premium for Basic?' });
    await press(smaller, 'Go on to the payment');
    await see(page, /^Begins on .*, when Premium is paid up\. Until then you keep Premium\.$/);
    await press(page, 'Start the free trial');
    await see(toast(page, 'Plan changed'), /^Basic begins on /);
    expect(await planOf(page)).toBe('premium');

    await page.goto('/profile');
    await see(page, /^Basic, \$5\.21 a month$/, /^Basic begins on /);
    await expectGoodLook(page);
    await press(page, 'Stay on Premium');
    await toast(page, 'The plan renews again').waitFor();
    await see(page, /^Renews$/);
    expect(await page.getByText('Basic, $5.21 a month').count()).toBe(0);
  });

  longTest('the page after a payment polls for it, and says when it is held, closed or unknown', async () => {
    const page = await arrive();
    await press(page, 'Choose Basic');
    await page.waitForURL(/\/test-checkout\//);
    const id = page.url().split('/').at(-1) ?? '';
    const stranger = await arrive();
    await stranger.goto(`/test-checkout/${id}`);
    await stranger.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await expectAccessible(stranger);
    await stranger.goto(`/choose-plan?checkout=${id}`);
    await see(stranger, 'This payment is not known');

    const waiting = 'Waiting for the payment to be confirmed…';
    await page.goto(`/choose-plan?checkout=${id}`);
    await see(page, waiting);
    await expectGoodLook(page);
    await page.getByRole('link', { name: 'Back to the plans' }).click();
    await seeButton(page, 'Choose Premium');
    await page.goBack();
    await see(page, waiting);
    // The page keeps waiting while the server is unreachable for a moment.
    await page.route(`**/api/checkouts/${id}`, (route) => route.abort('connectionfailed'), { times: 1 });
    await see(page, 'The server cannot be reached right now');
    const answer = await read(page, `checkouts/${id}`);
    for (const [state, heading] of Object.entries({ held: 'The payment is being checked', closed: 'Nothing was charged' })) {
      await page.route(`**/api/checkouts/${id}`, (route) => route.fulfill({ json: { ...answer, state } }));
      await page.reload();
      await page.getByRole('heading', { name: heading }).waitFor();
      await expectAccessible(page);
      await page.unroute(`**/api/checkouts/${id}`);
    }
    await page.reload();
    await see(page, waiting);
    await send(page, `test-checkout/${id}`, { outcome: 'paid' });
    await toast(page, 'Plan activated!').waitFor();
    await page.waitForURL('/');
  });
});
