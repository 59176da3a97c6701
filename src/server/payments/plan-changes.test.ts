import { expect, test } from 'vitest';
import type { BillingCycle, PaidPlanType } from '#domain/accounts/plans.ts';
import { longDay } from '#domain/values/dates.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { begin as beginCheckout, pass, planOf, renewStripe, stripe, work } from '#test/payments.ts';

type Json = Record<string, unknown>;

describeOnEachEngine(
  'leaving a paid plan for another at Stripe',
  (server) => {
    renewStripe(server);

    const subjectsTo = async (person: Person) => (await server().mailsTo(person)).map(({ subject }) => subject);
    const deliver = async (event: Json): Promise<void> => {
      expect((await server().send(stripe.delivery(event))).statusCode).toBe(200);
      server().clock.advance({ seconds: 2 });
    };

    async function begin(person: Person, planType: PaidPlanType, billingCycle: BillingCycle) {
      const id = await beginCheckout(person, planType, billingCycle);
      const checkout = await person.call('readCheckout', { params: { id } });
      const sessionId = stripe.newestSession;
      const form = stripe.calls('POST /v1/checkout/sessions').at(-1)?.form ?? {};
      const pay = async () => {
        const { session, subscription } = stripe.pay(sessionId);
        await deliver(stripe.completed(session));
        await deliver(stripe.changed('created', subscription));
        return subscription;
      };
      return { id, checkout, sessionId, form, pay };
    }
    const buy = async (...args: Parameters<typeof begin>) => (await begin(...args)).pay();

    test('for a larger one: the unused rest is deducted from the first payment, and the old one ends without a second credit', async () => {
      const person = await server().register();
      const premium = await buy(person, 'premium', 'yearly');
      await pass(server(), person, 182);
      const { unusedAmount, keepsUntil } = await person.call('readSubscription');
      expect(Math.abs(unusedAmount - 100)).toBeLessThan(1);
      expect(keepsUntil).toBe(new Date(premium.periodEnd * 1000).toISOString().slice(0, 10));
      const { checkout, form, pay } = await begin(person, 'enterprise', 'yearly');
      expect(checkout).toMatchObject({ amount: 500, startsOn: null, replaces: 'premium' });
      expect(checkout.credit).toBeCloseTo(unusedAmount, 1);
      expect(checkout.dueNow).toBeCloseTo(500 - checkout.credit, 5);
      const amount_off = String(Math.round(checkout.credit * 100));
      const credit = { amount_off, currency: 'usd', duration: 'once', max_redemptions: '1' };
      expect(stripe.calls('POST /v1/coupons').at(-1)?.form).toMatchObject(credit);
      expect(form).toMatchObject({ 'line_items[0][price_data][unit_amount]': '50000' });
      expect(form['discounts[0][coupon]']).toMatch(/^coupon_/);
      const enterprise = await pay();
      expect(await planOf(person)).toEqual(['enterprise', 'active']);
      for (const _ of [1, 2]) await work(server());
      expect(stripe.ended).toEqual([premium.id]);
      expect(enterprise.status).toBe('active');
      expect(stripe.calls('DELETE /v1/subscriptions/:id').at(-1)?.form).toMatchObject({ prorate: 'false', invoice_now: 'false' });
      expect(stripe.balances).toEqual([]);
      const mail = (await server().mailsTo(person)).at(-1);
      expect(mail?.body).toMatch(/Credit from the previous plan: \$\d+/);
    });

    test('that costs less than the unused rest: nothing is due, and the rest reduces the next payments, once', async () => {
      const person = await server().register();
      const premium = await buy(person, 'premium', 'yearly');
      const { checkout, pay } = await begin(person, 'enterprise', 'monthly');
      expect(checkout).toMatchObject({ amount: 52.08, credit: 52.08, dueNow: 0 });
      await pay();
      expect(await planOf(person)).toEqual(['enterprise', 'active']);
      stripe.responseMode = 'reset after doing';
      await work(server());
      stripe.responseMode = 'ok';
      server().clock.advance({ hours: 1 });
      for (const _ of [1, 2]) await work(server());
      expect(stripe.ended).toEqual([premium.id]);
      expect(stripe.balances.map(({ amount }) => amount)).toEqual([-14_792]);
    });

    test('if the old one was renewed before the new one was paid, that payment is not lost', async () => {
      const person = await server().register();
      const premium = await buy(person, 'premium', 'monthly');
      await pass(server(), person, 30);
      const { checkout, pay } = await begin(person, 'enterprise', 'monthly');
      expect(checkout.credit).toBeLessThan(1);
      // Stripe renews it, and the message is lost.
      premium.periodEnd += 30 * 86_400;
      server().clock.advance({ hours: 30 });
      await pay();
      await work(server());
      expect(stripe.ended).toEqual([premium.id]);
      const [rest] = stripe.balances;
      expect(rest?.amount).toBeLessThan(-1900);
      expect(rest?.amount).toBeGreaterThan(-2083);
    });

    test.each([
      ['the old one ends first', false],
      ['the new one begins first', true],
    ] as const)(
      'for a smaller one: it begins when the paid time is over, and nothing is charged before; %s',
      async (_, isNewFirst) => {
        const person = await server().register();
        const premium = await buy(person, 'premium', 'monthly');
        const paidUntil = new Date(premium.periodEnd * 1000).toISOString().slice(0, 10);
        const { checkout, form, pay } = await begin(person, 'basic', 'yearly');
        expect(checkout).toMatchObject({ dueNow: 0, credit: 0, startsOn: paidUntil, trialDays: 30, replaces: 'premium' });
        expect(Number(form['subscription_data[trial_end]'])).toBe(premium.periodEnd + 30 * 86_400);
        const basic = await pay();
        expect(await planOf(person)).toEqual(['premium', 'active']);
        const next = { planType: 'basic', billingCycle: 'yearly', amount: 50, startsOn: paidUntil };
        const shown = { planType: 'premium', endsOn: paidUntil, renewsOn: null, next };
        expect(await person.call('readSubscription')).toMatchObject(shown);
        await work(server());
        expect(premium.cancel_at_period_end).toBe(true);
        await work(server());
        expect([stripe.ended, stripe.calls('POST /v1/subscriptions/:id').length]).toEqual([[], 1]);
        expect(await subjectsTo(person)).toEqual([
          'Your Premium plan is active',
          expect.stringMatching(/^Your plan changes to Basic on /),
        ]);

        await pass(server(), person, 32);
        premium.status = 'canceled';
        const messages = [stripe.changed('deleted', premium), stripe.changed('updated', basic)];
        for (const message of isNewFirst ? messages.toReversed() : messages) await deliver(message);
        expect(await planOf(person)).toEqual(['basic', 'trial']);
        await work(server());
        expect(stripe.ended).toEqual([]);
        expect((await subjectsTo(person)).slice(2)).toEqual(['Your free trial of Basic has begun']);
      },
    );

    test('for a larger one drops a smaller one that was agreed before', async () => {
      const person = await server().register();
      const premium = await buy(person, 'premium', 'monthly');
      const basic = await buy(person, 'basic', 'monthly');
      const enterprise = await buy(person, 'enterprise', 'monthly');
      for (const _ of [1, 2]) await work(server());
      expect(await planOf(person)).toEqual(['enterprise', 'active']);
      expect(stripe.ended.toSorted()).toEqual([premium.id, basic.id].toSorted());
      expect(enterprise.status).toBe('active');
      expect(await person.call('readSubscription')).toMatchObject({ next: null, canCancel: true });
    });

    test('that is undone continues the old plan; if the plan is cancelled, neither is charged, and that is mailed', async () => {
      for (const call of ['resumeSubscription', 'cancelSubscription'] as const) {
        const person = await server().register();
        const premium = await buy(person, 'premium', 'monthly');
        const basic = await buy(person, 'basic', 'monthly');
        await work(server());
        expect(await person.call('readSubscription')).toMatchObject({ canResume: true, canCancel: true });
        server().clock.advance({ seconds: 2 });
        const isResumed = call === 'resumeSubscription';
        const shown = { planType: 'premium', next: null, canCancel: isResumed, canResume: !isResumed };
        expect(await person.call(call, {})).toMatchObject(shown);
        await work(server());
        expect([premium.status, premium.cancel_at_period_end, basic.status]).toEqual(['active', !isResumed, 'canceled']);
        expect(await planOf(person)).toEqual(['premium', 'active']);
        expect((await subjectsTo(person)).includes('Your Premium plan will not renew')).toBe(!isResumed);
      }
    });

    test('deducts the rest only once: a second payment is held, and nothing is ended', async () => {
      const person = await server().register();
      await buy(person, 'premium', 'yearly');
      const [first, second] = [await begin(person, 'enterprise', 'monthly'), await begin(person, 'enterprise', 'yearly')];
      await first.pay();
      const paidTwice = await second.pay();
      expect(await planOf(person)).toEqual(['enterprise', 'active']);
      expect(await person.call('readCheckout', { params: { id: second.id } })).toMatchObject({ state: 'held' });
      await work(server());
      expect(stripe.ended).not.toContain(paidTwice.id);
    });

    test('that was begun is void once the plan is left in another way: its page is closed, and nothing is charged', async () => {
      const person = await server().register();
      await buy(person, 'premium', 'yearly');
      const [closed, paid] = [await begin(person, 'basic', 'monthly'), await begin(person, 'basic', 'yearly')];
      await person.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
      expect(await subjectsTo(person)).toContain('You left the Premium plan');
      const late = await paid.pay();
      expect(await person.call('readCheckout', { params: { id: paid.id } })).toMatchObject({ state: 'held' });
      await work(server());
      await work(server());
      expect(stripe.sessions.get(closed.sessionId)?.status).toBe('expired');
      expect(late.status).toBe('canceled');
      expect(await planOf(person)).toEqual(['guest', 'active']);
    });

    test.each([false, true])(
      'by cancellation is mailed once, with the day on which it ends (at Stripe: %s)',
      async (atPortal) => {
        const person = await server().register();
        const premium = await buy(person, 'premium', 'monthly');
        if (atPortal) premium.cancel_at_period_end = true;
        else for (const _ of [1, 2]) await person.call('cancelSubscription', {});
        for (const _ of [1, 2]) await deliver(stripe.changed('updated', premium));
        const mails = (await server().mailsTo(person)).filter(({ subject }) => subject.endsWith('not renew'));
        const ends = new Date(premium.periodEnd * 1000).toISOString().slice(0, 10);
        const body = expect.stringContaining(`you keep Premium until ${longDay(ends, 'mdy')}`) as string;
        expect(mails).toMatchObject([{ body }]);
      },
    );
  },
  { env: stripe.env, parts: { paymentTimeoutMs: 3000 } },
);

describeOnEachEngine('leaving a paid plan for another at the test checkout', (server) => {
  const pay = (person: Person, id: string) => person.call('payTestCheckout', { params: { id }, body: { outcome: 'paid' } });

  test('for a smaller one keeps the paid plan to its end, then renews as the smaller one', async () => {
    const person = await server().register();
    await pay(person, await beginCheckout(person, 'premium', 'monthly'));
    const { renewsOn } = await person.call('readSubscription');
    const id = await beginCheckout(person, 'basic', 'monthly');
    expect(await person.call('readCheckout', { params: { id } })).toMatchObject({ dueNow: 0, startsOn: renewsOn, trialDays: 30 });
    expect(await pay(person, id)).toMatchObject({ state: 'granted' });
    await work(server());
    const shown = { planType: 'premium', endsOn: renewsOn, next: { planType: 'basic' } };
    expect(await person.call('readSubscription')).toMatchObject(shown);
    await pass(server(), person, 32);
    await work(server());
    await work(server());
    expect(await planOf(person)).toEqual(['basic', 'trial']);
    await pass(server(), person, 30);
    await work(server());
    expect(await planOf(person)).toEqual(['basic', 'active']);
    expect(await person.call('readSubscription')).toMatchObject({ amount: 5.21, canCancel: true, next: null });
  });
});
