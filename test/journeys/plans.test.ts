import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { post, send } from '#test/page-api.ts';
import { openMailServer } from '#test/mail-server.ts';
import { becomeAdministrator, registerByApi, newPerson, registerInBrowser, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

describe('a paying farm', () => {
  const mail = openMailServer();
  const { product, openPage } = setUpBrowser(async () => ({
    SMTP_URL: mail.url(),
  }));

  test('a farm pays for a plan with a coupon and gets its limit, and an administrator who gives it another is told that the payments end', async () => {
    const admin = await openPage({ viewport: desktop });
    await becomeAdministrator(admin, product());
    await post(admin, 'admin/coupons', { code: 'SPRING20', discountPercent: 20, validUntil: null });

    const page = await openPage({ viewport: phone });
    const person = newPerson('a-farmer-with-quite-a-long-name');
    await registerInBrowser(page, person);
    await page.getByRole('button', { name: 'Choose Basic' }).waitFor();
    // Mails about payments go to confirmed addresses alone.
    await send(page, 'auth/confirm-email', { token: await mail.tokenTo(person.email) });
    await expectGoodLook(page);
    await applyCouponWithSlip(page);
    await page.getByRole('radio', { name: /^Yearly/ }).click();
    const basic = page.getByRole('article', { name: 'Basic' });
    expect(await basic.locator('s').innerText()).toMatch(/\$50$/);
    await basic.getByText('$40.00', { exact: true }).waitFor();
    await expectGoodLook(page);

    await page.getByRole('button', { name: 'Choose Basic' }).click();
    await page.waitForURL(/\/test-checkout\//);
    await page.getByText('Test mode: no money moves').waitFor();
    await page.getByRole('heading', { name: 'Basic plan, billed yearly' }).waitFor();
    await page.getByText('$40.00/year').waitFor();
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Start the free trial' }).click();
    await toast(page, 'Plan activated!').waitFor();
    await page.waitForURL('/');
    await page.getByText('0 of 50 animals').waitFor();
    for (let head = 1; head <= 11; head += 1) {
      const data = { tagNumber: `G-${head}`, species: 'goat', sex: 'female' };
      await post(page, 'animals', data);
    }
    await mail.received(person.email, /Basic/);

    await page.goto('/profile');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Subscription Status' }) });
    for (const label of ['Basic', 'Trial', '$40.00 a year', 'Trial ends']) await card.getByText(label, { exact: true }).waitFor();
    await expectGoodLook(page);
    await card.getByRole('button', { name: 'Cancel renewal' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel the renewal of Basic?' });
    await expectGoodLook(page);
    await dialog.getByRole('button', { name: 'Cancel renewal' }).click();
    await toast(page, 'Renewal cancelled').waitFor();
    await card.getByText('Ends', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Resume renewal' }).click();
    await toast(page, 'The plan renews again').waitFor();
    await card.getByRole('button', { name: 'Cancel renewal' }).waitFor();

    await admin.goto(`/admin?tab=users&search=${person.username}`);
    await admin.getByLabel(`Role of ${person.username}`).filter({ hasText: 'Basic' }).click();
    await admin.getByRole('option', { name: 'Premium' }).click();
    const gift = admin.getByRole('alertdialog', { name: `Change the role of ${person.username}?` });
    await gift.getByText(/The role and the plan become Premium\. .* pays for its plan: the subscription ends now\.$/).waitFor();
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
  const planOf = async (page: Page) =>
    ((await (await page.request.get('/api/auth/me')).json()) as { subscriptionPlan: string | null }).subscriptionPlan;

  longTest('a declined or abandoned payment charges nothing and changes no plan', async () => {
    const page = await arrive();
    await page.getByRole('button', { name: 'Choose Premium' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The card was declined').waitFor();
    await expectAccessible(page);
    expect(await planOf(page)).toBeNull();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(/\/choose-plan\?cancelled=/);
    await page.getByText('Nothing was charged').waitFor();
    await expectGoodLook(page);
    expect(await planOf(page)).toBeNull();
    await page.getByRole('button', { name: 'Choose Premium' }).click();
    await page.getByRole('button', { name: 'Pay $20.83' }).click();
    await toast(page, 'Plan activated!').waitFor();
    expect(await planOf(page)).toBe('premium');
  });

  test('while a plan is being chosen no other can be, a double tap or a lost answer makes one checkout, and the trial is offered once', async () => {
    const page = await arrive();
    const asking = '**/api/create-checkout-session';
    const basic = page.getByRole('article', { name: 'Basic' });
    await basic.getByText('30-day free trial').first().waitFor();
    expect(await basic.getByText('30-day free trial').count()).toBe(2);

    const held = Promise.withResolvers<void>();
    await page.route(asking, async (route) => {
      await held.promise;
      await route.fulfill({ json: { url: 'https://evil.example/pay' } });
    });
    await page.getByRole('button', { name: 'Choose Premium' }).click();
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

    const sent: { id: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-checkout-session')) sent.push(request.postDataJSON() as { id: string });
    });
    const loseAnswer = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort('connectionfailed');
    };
    await page.route(asking, loseAnswer, { times: 1 });
    const choice = page.getByRole('button', { name: 'Choose Basic' });
    await choice.click();
    await toast(page, 'Something went wrong. Please try again.').waitFor();
    await choice.dblclick();
    await page.waitForURL(/\/test-checkout\//);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(page.url()).toContain(sent[0]?.id ?? 'none');

    await page.getByRole('button', { name: 'Start the free trial' }).click();
    await toast(page, 'Plan activated!').waitFor();
    await page.goto('/choose-plan');
    await basic.getByText('Your plan').waitFor();
    expect(await page.getByText('30-day free trial').count()).toBe(0);
  });

  longTest('paying and managing cards open Stripe’s own pages', async () => {
    const page = await arrive();
    const [checkout, billing] = ['https://checkout.stripe.com/c/pay/cs_1', 'https://billing.stripe.com/p/session/1'];
    for (const address of [checkout, billing]) await page.route(address, (route) => route.fulfill({ body: 'Stripe' }));
    await page.route('**/api/create-checkout-session', (route) => route.fulfill({ json: { url: checkout } }));
    await page.getByRole('button', { name: 'Choose Premium' }).click();
    await page.waitForURL(checkout);

    await send(page, 'select-plan', { planType: 'guest', billingCycle: 'monthly' });
    const answer = (await (await page.request.get('/api/subscription')).json()) as object;
    await page.route('**/api/subscription', (route) =>
      route.fulfill({ json: { ...answer, planType: 'premium', status: 'past_due', amount: 20.83, hasPortal: true } }),
    );
    await page.route('**/api/subscription/portal', (route) => route.fulfill({ json: { url: billing } }));
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.waitForURL(billing);
  });

  longTest('leaving a paid plan for Guest asks for confirmation', async () => {
    const page = await arrive();
    await page.getByRole('button', { name: 'Choose Premium' }).click();
    await page.getByRole('button', { name: 'Pay $20.83' }).click();
    await toast(page, 'Plan activated!').waitFor();
    await page.goto('/choose-plan');
    const premium = page.getByRole('article', { name: 'Premium' });
    await premium.getByText('Your plan').waitFor();
    await premium.getByRole('link', { name: 'Manage on your profile' }).waitFor();
    await page.getByRole('radio', { name: /^Yearly/ }).click();
    await premium.getByRole('button', { name: 'Choose Premium' }).waitFor();
    await page.getByRole('button', { name: 'Choose Guest' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave Premium for Guest?' });
    await dialog.getByText('cancel its renewal').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Stay on Premium' }).click();
    expect(await planOf(page)).toBe('premium');

    // A coupon that pays for a while ends what is paid for as well.
    const admin = await openPage();
    await becomeAdministrator(admin, product());
    await post(admin, 'admin/coupons', { code: 'FREEYEAR', discountPercent: 100, validUntil: null });
    await page.getByLabel('Coupon code').fill('FREEYEAR');
    await page.getByRole('button', { name: 'Apply' }).click();
    await toast(page, 'Coupon applied!').waitFor();
    await page.getByRole('button', { name: 'Choose Enterprise' }).click();
    const byCoupon = page.getByRole('alertdialog', { name: 'Leave Premium for Enterprise?' });
    await byCoupon.getByText('The coupon pays for one year of Enterprise').waitFor();
    await expectGoodLook(page);
    await byCoupon.getByRole('button', { name: 'Stay on Premium' }).click();
    expect(await planOf(page)).toBe('premium');

    await page.getByRole('button', { name: 'Choose Guest' }).click();
    await dialog.getByRole('button', { name: 'Leave for Guest' }).click();
    await toast(page, 'Welcome!').waitFor();
    await page.waitForURL('/');
    expect(await planOf(page)).toBe('guest');
    await page.goto('/profile');
    await page.getByText('Free', { exact: true }).waitFor();
  });

  longTest(
    'changing the paid plan shows what happens to the paid time on the card, in the dialog and at the checkout',
    async () => {
      const page = await arrive();
      await page.getByRole('radio', { name: /^Yearly/ }).click();
      await page.getByRole('button', { name: 'Choose Premium' }).click();
      await page.getByRole('button', { name: 'Pay $200.00' }).click();
      await toast(page, 'Plan activated!').waitFor();

      await page.goto('/choose-plan');
      const enterprise = page.getByRole('article', { name: 'Enterprise' });
      await enterprise.getByText(/^The \$\d+(?:\.\d\d)? left of Premium is taken off\.$/).waitFor();
      const basic = page.getByRole('article', { name: 'Basic' });
      await basic.getByText(/^Begins on \w+ \d+, \d{4}, when Premium is paid up\. Nothing is charged today\.$/).waitFor();
      await expectGoodLook(page);

      await page.getByRole('radio', { name: /^Yearly/ }).click();
      await page.getByRole('button', { name: 'Choose Enterprise' }).click();
      const larger = page.getByRole('alertdialog', { name: 'Leave Premium for Enterprise?' });
      await larger.getByText(/It is \$500\/year\. The unused \$\d+(?:\.\d\d)? of Premium is taken off today's payment/).waitFor();
      await expectGoodLook(page);
      await larger.getByRole('button', { name: 'Go on to the payment' }).click();
      await page.getByText('Left of Premium', { exact: true }).waitFor();
      await page.getByRole('button', { name: /^Pay \$300\.\d\d$/ }).waitFor();
      await expectGoodLook(page);

      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByText('Nothing was charged').waitFor();
      expect(await page.getByRole('radio', { name: /^Yearly/ }).isChecked()).toBe(true);
      await page.getByRole('radio', { name: 'Monthly' }).click();
      await page.getByRole('button', { name: 'Choose Basic' }).click();
      const smaller = page.getByRole('alertdialog', { name: 'Leave Premium for Basic?' });
      await smaller.getByText(/^Basic begins on .* Until then you keep Premium and nothing is charged\./).waitFor();
      await smaller.getByRole('button', { name: 'Go on to the payment' }).click();
      await page.getByText(/^Begins on .*, when Premium is paid up\. Until then you keep Premium\.$/).waitFor();
      await page.getByRole('button', { name: 'Start the free trial' }).click();
      await toast(page, 'Plan changed')
        .getByText(/^Basic begins on /)
        .waitFor();
      expect(await planOf(page)).toBe('premium');

      await page.goto('/profile');
      await page.getByText('Basic, $5.21 a month', { exact: true }).waitFor();
      await page.getByText(/^Basic begins on /).waitFor();
      await expectGoodLook(page);
      await page.getByRole('button', { name: 'Stay on Premium' }).click();
      await toast(page, 'The plan renews again').waitFor();
      await page.getByText('Renews', { exact: true }).waitFor();
      expect(await page.getByText('Basic, $5.21 a month').count()).toBe(0);
    },
  );

  longTest('the billing cycle and the coupon survive the return from the payment page', async () => {
    const admin = await openPage();
    await becomeAdministrator(admin, product());
    await post(admin, 'admin/coupons', { code: 'STAYS25', discountPercent: 25, validUntil: null });
    const page = await arrive();
    await page.getByRole('radio', { name: /^Yearly/ }).click();
    await page.getByLabel('Coupon code').fill('stays25');
    await page.getByRole('button', { name: 'Apply' }).click();
    await toast(page, 'Coupon applied!').waitFor();
    for (const comeBack of [() => page.goBack(), () => page.getByRole('link', { name: 'Back' }).click()]) {
      await page.getByRole('button', { name: 'Choose Premium' }).click();
      await page.getByRole('button', { name: 'Pay $150.00' }).waitFor();
      await comeBack();
      await page.getByRole('article', { name: 'Premium' }).getByText('$150.00', { exact: true }).waitFor();
      expect(await page.getByRole('radio', { name: /^Yearly/ }).isChecked()).toBe(true);
      expect(await page.getByLabel('Coupon code').inputValue()).toBe('STAYS25');
    }
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.reload();
    await page.getByRole('article', { name: 'Premium' }).getByText('$200', { exact: true }).waitFor();
    await page.goto('/choose-plan?cycle=yearly&coupon=NO-SUCH');
    await page.getByRole('article', { name: 'Premium' }).getByText('$200', { exact: true }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has('coupon'));
  });

  longTest('the page after a payment polls for it, and says when it is held, closed or unknown', async () => {
    const page = await arrive();
    await page.getByRole('button', { name: 'Choose Basic' }).click();
    await page.waitForURL(/\/test-checkout\//);
    const id = page.url().split('/').at(-1) ?? '';
    const stranger = await arrive();
    await stranger.goto(`/test-checkout/${id}`);
    await stranger.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await expectAccessible(stranger);
    await stranger.goto(`/choose-plan?checkout=${id}`);
    await stranger.getByText('This payment is not known').waitFor();

    await page.goto(`/choose-plan?checkout=${id}`);
    await page.getByText('Waiting for the payment to be confirmed…').waitFor();
    await expectGoodLook(page);
    await page.getByRole('link', { name: 'Back to the plans' }).click();
    await page.getByRole('button', { name: 'Choose Premium' }).waitFor();
    await page.goBack();
    await page.getByText('Waiting for the payment to be confirmed…').waitFor();
    // The page keeps waiting while the server is unreachable for a moment.
    await page.route(`**/api/checkouts/${id}`, (route) => route.abort('connectionfailed'), { times: 1 });
    await page.getByText('The server cannot be reached right now').waitFor();
    const answer = (await (await page.request.get(`/api/checkouts/${id}`)).json()) as object;
    for (const [state, heading] of [
      ['held', 'The payment is being checked'],
      ['closed', 'Nothing was charged'],
    ] as const) {
      await page.route(`**/api/checkouts/${id}`, (route) => route.fulfill({ json: { ...answer, state } }));
      await page.reload();
      await page.getByRole('heading', { name: heading }).waitFor();
      await expectAccessible(page);
      await page.unroute(`**/api/checkouts/${id}`);
    }
    await page.reload();
    await page.getByText('Waiting for the payment to be confirmed…').waitFor();
    await send(page, `test-checkout/${id}`, { outcome: 'paid' });
    await toast(page, 'Plan activated!').waitFor();
    await page.waitForURL('/');
  });
});

describe('an installation without payments', () => {
  const { openPage } = setUpBrowser({ NODE_ENV: 'production' });

  test('says so on the plan page, where only Guest can be chosen', async () => {
    const page = await openPage({ viewport: phone });
    await registerByApi(page, newPerson('ada'), 'none');
    await page.goto('/choose-plan');
    await page.getByText('Paid plans cannot be bought here yet').waitFor();
    for (const plan of ['Basic', 'Premium', 'Enterprise']) {
      const card = page.getByRole('article', { name: plan });
      expect(await card.getByRole('button', { name: `Choose ${plan}` }).isDisabled()).toBe(true);
      await card.getByText('Payments are not set up here.').waitFor();
    }
    expect(await page.getByText('30-day free trial').count()).toBe(0);
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Choose Guest' }).click();
    await page.waitForURL('/');
  });
});

/** Types a code without one letter and inserts it afterwards: the caret must stay in place. */
async function applyCouponWithSlip(page: Page): Promise<void> {
  const input = page.getByLabel('Coupon code');
  await input.pressSequentially('sping20');
  await input.press('Home');
  for (const key of ['ArrowRight', 'ArrowRight', 'r']) await input.press(key);
  expect(await input.inputValue()).toBe('SPRING20');
  expect(await input.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);
  await page.getByRole('button', { name: 'Apply' }).click();
  await toast(page, 'Coupon applied!').getByText('20% discount will be applied to your plan').waitFor();
  expect(await input.isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await input.inputValue()).toBe('');
  await input.fill('spring20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
}
