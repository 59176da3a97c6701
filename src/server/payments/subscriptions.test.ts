import { expect, test } from 'vitest';
import type { PaidPlanType } from '#domain/accounts/plans.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { begin, buy, pass, renewStripe, stripe, work } from '#test/payments.ts';

const statusOf = async (person: Person) => {
  const { subscriptionPlan, subscriptionStatus, animalLimit } = await person.call('currentUser');
  return [subscriptionPlan, subscriptionStatus, animalLimit];
};

const day = (server: TestServer, days: number): string =>
  new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describeOnEachEngine(
  'a subscription at Stripe',
  (server) => {
    renewStripe(server);

    /** Pays at Stripe; the webhook may be lost. */
    async function subscribe(person: Person, planType: PaidPlanType = 'premium', { isHeard = true } = {}) {
      const { id, subscription, completed } = await buy(person, planType);
      const events = [completed, stripe.changed('created', subscription)];
      if (isHeard) for (const event of events) await server().send(stripe.delivery(event));
      return { id, subscription };
    }

    const admin = () => server().register({ isAdmin: true });

    test('shows its price and renewal; when cancelled it ends with its period, and can be resumed', async () => {
      const person = await server().register();
      await subscribe(person);
      const plan = { planType: 'premium', status: 'active', billingCycle: 'monthly', amount: 20.83, unusedAmount: 20.83 };
      const days = { renewsOn: day(server(), 31), keepsUntil: day(server(), 31), endsOn: null, trialEndsOn: null };
      const ways = { canCancel: true, canResume: false, hasPortal: true, isTest: false, hasTrial: true, isSelling: true };
      const shown = { ...plan, ...days, ...ways, next: null };
      expect(await person.call('readSubscription')).toEqual(shown);
      server().clock.advance({ seconds: 2 });
      const cancelled = { ...shown, renewsOn: null, endsOn: shown.renewsOn, canCancel: false, canResume: true };
      expect(await person.call('cancelSubscription', {})).toEqual(cancelled);
      expect(await person.call('cancelSubscription', {})).toEqual(cancelled);
      expect(stripe.calls('POST /v1/subscriptions/:id')).toHaveLength(1);
      expect(await statusOf(person)).toEqual(['premium', 'active', 200]);
      // Observations have a resolution of one second.
      server().clock.advance({ seconds: 2 });
      expect(await person.call('resumeSubscription', {})).toEqual(shown);
      expect(await person.call('openBillingPortal', {})).toEqual({ url: 'https://billing.stripe.com/p/cus_1' });
    });

    test('ends without an effect on a plan that was granted after it', async () => {
      const person = await server().register();
      const { subscription } = await subscribe(person);
      await (await admin()).call('changeUserRole', { params: { id: person.userId }, body: { role: 'enterprise' } });
      const ended = stripe.changed('deleted', { ...subscription, status: 'canceled' }, { after: 5 });
      await server().send(stripe.delivery(ended));
      expect(await statusOf(person)).toEqual(['enterprise', 'active', 999_999]);
    });

    test('keeps the customer at Stripe, whose balance has the credit of the old plan', async () => {
      const person = await server().register();
      await subscribe(person);
      await begin(person, 'enterprise', 'yearly');
      const form = stripe.calls('POST /v1/checkout/sessions').at(-1)?.form;
      expect(form).toMatchObject({ customer: 'cus_1' });
      expect(form).not.toHaveProperty('customer_email');
    });

    const waysOut: [string, (person: Person) => Promise<unknown>][] = [
      ['choosing Guest', (person) => person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } })],
      [
        'a coupon that pays for all of it',
        async (person) => {
          const body = { planType: 'enterprise', billingCycle: 'monthly', couponCode: await server().addCoupon(100) } as const;
          return person.call('selectPlan', { body });
        },
      ],
      [
        'an administrator’s gift',
        async ({ userId }) => (await admin()).call('changeUserRole', { params: { id: userId }, body: { role: 'basic' } }),
      ],
      ['deleting the account', async ({ userId }) => (await admin()).call('deleteUser', { params: { id: userId }, query: {} })],
      ['another plan that is paid for', (person) => subscribe(person, 'enterprise')],
    ];
    test('is not changed while Stripe is down, which is reported', async () => {
      const person = await server().register();
      await subscribe(person);
      stripe.responseMode = '500';
      for (const call of ['cancelSubscription', 'openBillingPortal'] as const) {
        await expect(person.call(call, {})).rejects.toMatchObject({ status: 502, code: 'payments.failed' });
      }
      expect(await person.call('readSubscription')).toMatchObject({ canCancel: true, endsOn: null });
    });

    test.each(waysOut)('%s ends it exactly once, however long Stripe is down meanwhile', async (way, leave) => {
      const person = await server().register();
      const { subscription } = await subscribe(person);
      await leave(person);
      for (const responseMode of ['500', 'reset', 'bad json'] as const) {
        stripe.responseMode = responseMode;
        await work(server());
        server().clock.advance({ hours: 7 });
      }
      expect(stripe.subscriptions.get(subscription.id)?.status).toBe('active');
      stripe.responseMode = 'ok';
      stripe.requests.length = 0;
      for (let round = 0; round < 3; round += 1) {
        await work(server());
        server().clock.advance({ hours: 7 });
      }
      expect(stripe.subscriptions.get(subscription.id)?.status).toBe('canceled');
      // What is left is credited by Stripe, or was deducted from the price of the other plan.
      const prorate = String(!way.startsWith('another plan'));
      expect(stripe.calls('DELETE /v1/subscriptions/:id')).toMatchObject([{ form: { prorate } }]);
    });

    test('a lost webhook is compensated by polling: paid plans are granted, and ended ones end', async () => {
      const person = await server().register();
      const { id, subscription } = await subscribe(person, 'premium', { isHeard: false });
      expect(await statusOf(person)).toEqual([null, null, 10]);
      server().clock.advance({ hours: 2 });
      await work(server());
      expect(await statusOf(person)).toEqual(['premium', 'active', 200]);
      expect(await person.call('readCheckout', { params: { id } })).toMatchObject({ state: 'granted' });
      subscription.status = 'canceled';
      await pass(server(), person, 2);
      await work(server());
      expect(await statusOf(person)).toEqual(['premium', 'expired', 10]);
    });

    test('that was paid unheard is ended once, and its rest credited, when the account is deleted', async () => {
      const person = await server().register();
      const { subscription } = await subscribe(person, 'premium', { isHeard: false });
      await (await admin()).call('deleteUser', { params: { id: person.userId }, query: {} });
      for (const _ of [1, 2]) await work(server());
      expect(stripe.ended).toEqual([subscription.id]);
      expect(stripe.calls('DELETE /v1/subscriptions/:id')).toMatchObject([{ form: { prorate: 'true' } }]);
    });

    test('without events ends the plan three days after its period, and a renewal restores it', async () => {
      const person = await server().register();
      const { subscription } = await subscribe(person);
      stripe.responseMode = '500';
      await pass(server(), person, 33);
      await work(server());
      expect(await statusOf(person)).toEqual(['premium', 'active', 200]);
      await pass(server(), person, 2);
      await work(server());
      expect(await statusOf(person)).toEqual(['premium', 'expired', 10]);
      stripe.responseMode = 'ok';
      subscription.periodEnd += 62 * 86_400;
      server().clock.advance({ hours: 2 });
      await work(server());
      expect(await statusOf(person)).toEqual(['premium', 'active', 200]);
    });
  },
  { env: stripe.env, parts: { paymentTimeoutMs: 1500 } },
);

describeOnEachEngine({ name: 'the test checkout', usually: 'both' }, (server) => {
  const press = (person: Person, id: string, outcome: 'paid' | 'declined' = 'paid') =>
    person.call('payTestCheckout', { params: { id }, body: { outcome } });

  test('grants on Pay, changes nothing on Decline, and pays only once, with one mail, whatever is pressed at the same moment', async () => {
    const person = await server().register();
    const couponCode = await server().addCoupon(50);
    const id = await begin(person, 'premium', 'yearly', couponCode);
    const body = { id, planType: 'premium', billingCycle: 'yearly', couponCode } as const;
    expect(await person.call('createCheckoutSession', { body })).toEqual({ url: `/test-checkout/${id}` });
    const price = { listAmount: 200, amount: 100, dueNow: 100, credit: 0, startsOn: null, replaces: null, couponCode };
    const shown = { id, planType: 'premium', billingCycle: 'yearly', ...price, trialDays: 0, isTest: true };
    expect(await press(person, id, 'declined')).toEqual({ ...shown, state: 'open' });
    expect(await statusOf(person)).toEqual([null, null, 10]);
    const presses = Array.from({ length: 20 }, (_, index) => press(person, id, index % 2 === 0 ? 'paid' : 'declined'));
    const paid = (await Promise.all(presses)).filter((_, index) => index % 2 === 0);
    expect(paid).toEqual(Array.from({ length: 10 }, () => ({ ...shown, state: 'granted' })));
    expect(await server().mailsTo(person)).toMatchObject([{ subject: 'Your Premium plan is active' }]);
    expect(await press(person, id, 'declined')).toEqual({ ...shown, state: 'granted' });
    expect(await statusOf(person)).toEqual(['premium', 'active', 200]);
    expect(await person.call('readSubscription')).toMatchObject({ amount: 100, isTest: true, canCancel: true, hasPortal: false });
    for (const table of ['coupon_redemptions', 'subscriptions'] as const) {
      const rows = await server().db.selectFrom(table).select('farm_id').where('farm_id', '=', person.farmId).execute();
      expect([table, rows.length]).toEqual([table, 1]);
    }
  });

  test('a plan from a 100% coupon lasts one cycle, and then only the plan ends', async () => {
    const person = await server().register();
    const couponCode = await server().addCoupon(100);
    const body = { planType: 'premium', billingCycle: 'monthly', couponCode } as const;
    await person.call('selectPlan', { body });
    const first = await person.call('readSubscription');
    expect(first).toMatchObject({ billingCycle: 'monthly', amount: 0, renewsOn: null, canCancel: false });
    await pass(server(), person, 3);
    // A retry after a lost answer does not extend the time.
    await person.call('selectPlan', { body });
    expect(await person.call('readSubscription')).toEqual(first);
    await pass(server(), person, 29);
    await work(server());
    expect(await statusOf(person)).toEqual(['premium', 'expired', 10]);
    const subjects = (await server().mailsTo(person)).map(({ subject }) => subject).toSorted();
    expect(subjects).toEqual(['Your Premium plan has ended', 'Your Premium plan is active']);
  });
});
