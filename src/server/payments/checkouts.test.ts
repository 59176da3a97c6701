import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import type { ResponseMode } from '#test/fake-stripe.ts';
import { renewStripe, stripe } from '#test/payments.ts';

const session = 'POST /v1/checkout/sessions';

describeOnEachEngine(
  'a checkout at Stripe',
  (server) => {
    renewStripe(server);

    const rowsOf = ({ farmId }: Person) =>
      server().db.selectFrom('checkouts').selectAll().where('farm_id', '=', farmId).execute();

    test('is created with our price, our row’s id as idempotency key and our own URLs', async () => {
      const person = await server().register();
      const id = uuidv7();
      const { url } = await person.call('createCheckoutSession', { body: { id, planType: 'premium', billingCycle: 'yearly' } });
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      expect(stripe.calls(session)).toHaveLength(1);
      const [{ form, key } = { form: {}, key: '' }] = stripe.calls(session);
      expect(key).toBe(id);
      expect(form).toMatchObject({
        mode: 'subscription',
        client_reference_id: id,
        customer_email: `${person.username}@example.org`,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '20000',
        'line_items[0][price_data][recurring][interval]': 'year',
        'metadata[checkout]': id,
        'metadata[farm]': person.farmId,
        'subscription_data[metadata][checkout]': id,
        success_url: `https://farm.example.org/choose-plan?checkout=${id}`,
        cancel_url: `https://farm.example.org/choose-plan?cancelled=${id}&cycle=yearly`,
      });
      expect(form).not.toHaveProperty('subscription_data[trial_period_days]');
    });

    test('is idempotent: a retry has the same row, key and page; other content is refused', async () => {
      const person = await server().register();
      const body = { id: uuidv7(), planType: 'premium', billingCycle: 'monthly' } as const;
      const pages = await Promise.all([1, 2, 3].map(() => person.call('createCheckoutSession', { body })));
      expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
      expect(await rowsOf(person)).toHaveLength(1);
      expect(new Set(stripe.calls(session).map(({ key }) => key))).toEqual(new Set([body.id]));
      const conflict = { status: 409, code: 'create.conflict' };
      const other = person.call('createCheckoutSession', { body: { ...body, billingCycle: 'yearly' } });
      await expect(other).rejects.toMatchObject(conflict);
      await expect((await server().register()).call('createCheckoutSession', { body })).rejects.toMatchObject(conflict);
      // The test page cannot pay a real checkout.
      const testPage = person.call('payTestCheckout', { params: { id: body.id }, body: { outcome: 'paid' } });
      await expect(testPage).rejects.toMatchObject({ code: 'payments.not_found' });
    });

    test('keeps the agreed price, even if the price and the coupon change before a retry', async () => {
      const person = await server().register();
      const code = await server().addCoupon(50);
      const body = { id: uuidv7(), planType: 'premium', billingCycle: 'yearly', couponCode: code } as const;
      stripe.responseMode = '500';
      await expect(person.call('createCheckoutSession', { body })).rejects.toMatchObject({ code: 'payments.failed' });
      stripe.responseMode = 'ok';
      await server().db.deleteFrom('coupons').where('code', '=', code).execute();
      await person.call('createCheckoutSession', { body });
      expect(stripe.calls(session).at(-1)?.form['line_items[0][price_data][unit_amount]']).toBe('10000');
    });

    test.each<ResponseMode>(['slow', '500', 'reset', 'bad json', 'reset after doing'])(
      'that fails at Stripe (%s) changes nothing, and the same request again goes on',
      async (responseMode) => {
        const person = await server().register();
        const body = { id: uuidv7(), planType: 'enterprise', billingCycle: 'monthly' } as const;
        stripe.responseMode = responseMode;
        const failed = { status: 502, code: 'payments.failed', message: 'Could not create checkout session' };
        await expect(person.call('createCheckoutSession', { body })).rejects.toMatchObject(failed);
        expect(await person.call('currentUser')).toMatchObject({ subscriptionPlan: null, subscriptionStatus: null });
        stripe.responseMode = 'ok';
        const sessions = stripe.sessions.size;
        expect((await person.call('createCheckoutSession', { body })).url).toMatch(/^https:\/\/checkout\.stripe\.com/);
        expect(await rowsOf(person)).toHaveLength(1);
        expect(stripe.sessions.size - sessions).toBe(responseMode === 'reset after doing' ? 0 : 1);
      },
    );
  },
  { env: stripe.env, parts: { paymentTimeoutMs: 1200 } },
);

describeOnEachEngine(
  'a production server without keys',
  (server) => {
    test('sells nothing, reports that without side effects, and rejects webhooks', async () => {
      const person = await server().register();
      const body = { planType: 'premium', billingCycle: 'monthly' } as const;
      const refused = { status: 503, code: 'payments.unavailable' };
      await expect(person.call('createCheckoutSession', { body })).rejects.toMatchObject(refused);
      expect(await server().db.selectFrom('checkouts').selectAll().execute()).toEqual([]);
      const { secret } = await server().db.selectFrom('payment_house').selectAll().executeTakeFirstOrThrow();
      const answer = await server().send(stripe.delivery(stripe.event('customer.subscription.updated', {}), { secret }));
      expect(answer.statusCode).toBe(400);
      expect(await server().db.selectFrom('payment_events').selectAll().execute()).toEqual([]);
    });
  },
  { env: { NODE_ENV: 'production' } },
);
