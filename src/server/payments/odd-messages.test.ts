import { uuidv7 } from 'uuidv7';
import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { afterOneCycle } from '#domain/accounts/subscriptions.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { pass, planOf, work } from '#test/payments.ts';
import { signed } from '#server/payment-provider/stripe-signature.ts';

const webhookSecret = 'whsec_of_a_plain_fake';
type Json = Record<string, unknown>;

describeOnEachEngine(
  'what a webhook says of an older version of Stripe, or in few words',
  (server) => {
    const seconds = (): number => Math.floor(server().clock.now().getTime() / 1000);

    async function deliver(type: string, object: Json, words: Json = { created: seconds() }): Promise<number> {
      const event = { id: `evt_${uuidv7()}`, type, data: { object }, ...words };
      const { payload, signature } = await signed(event, webhookSecret, server().clock.now());
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await server().send({ method: 'POST', url: '/api/stripe/webhook', headers, payload })).statusCode;
    }

    /** A checkout that Stripe has opened. */
    async function begun({ farmId, userId }: Person, change: Partial<Insertable<Database['checkouts']>> = {}) {
      const id = uuidv7();
      const checkout = {
        farm_id: farmId,
        id,
        user_id: userId,
        plan_type: 'premium' as const,
        billing_cycle: 'monthly' as const,
        list_cents: 2083,
        amount_cents: 2083,
        currency: 'usd',
        coupon_id: null,
        trial_days: 0,
        state: 'open' as const,
        provider: 'stripe' as const,
        provider_session_id: `cs_${id}`,
        create_digest: '',
        created_at: server().clock.now().toISOString(),
        ...change,
      };
      await server().insert('checkouts', checkout);
      const completed = {
        id: `cs_${id}`,
        client_reference_id: id,
        metadata: {},
        payment_status: 'paid',
        amount_total: checkout.amount_cents,
        currency: 'usd',
        subscription: `sub_${id}`,
        customer: 'cus_1',
      };
      return { id, subscription: `sub_${id}`, completed };
    }

    test('a completed checkout counts as paid, even if its status and time are missing', async () => {
      const person = await server().register();
      const { completed } = await begun(person);
      expect(await deliver('checkout.session.completed', completed, {})).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'active']);
    });

    test('without further events its plan ends with the paid period', async () => {
      const person = await server().register();
      const { completed } = await begun(person);
      const paidUntil = afterOneCycle(server().clock.now().toISOString(), 'monthly').slice(0, 10);
      await deliver('checkout.session.completed', completed);
      expect(await person.call('readSubscription')).toMatchObject({ status: 'active', renewsOn: paidUntil });
      await pass(server(), person, 38);
      await work(server());
      expect(await planOf(person)).toEqual(['premium', 'expired']);
    });

    test('Basic begins with its trial even if its first cycle was paid at once instead of after the trial', async () => {
      const person = await server().register();
      const { completed } = await begun(person, { plan_type: 'basic', list_cents: 521, amount_cents: 521, trial_days: 30 });
      expect(await deliver('checkout.session.completed', { ...completed, currency: 'USD' })).toBe(200);
      expect(await planOf(person)).toEqual(['basic', 'trial']);
    });

    test('a subscription without our metadata is recognised by its checkout, and its events change nothing else', async () => {
      const person = await server().register();
      const { completed, subscription: id } = await begun(person);
      await deliver('checkout.session.completed', completed);
      const renews = seconds() + 31 * 86_400;
      const words: [type: string, object: Json][] = [
        ['customer.subscription.updated', { id, status: 'active' }],
        ['customer.subscription.updated', { id, status: 'active', current_period_end: renews, cancel_at_period_end: false }],
        ['invoice.paid', { id: 'in_1', subscription: id, amount_paid: 2083 }],
      ];
      for (const [type, object] of words) {
        server().clock.advance({ seconds: 1 });
        expect(await deliver(type, object)).toBe(200);
      }
      expect(await person.call('readSubscription')).toMatchObject({
        status: 'active',
        renewsOn: new Date(renews * 1000).toISOString().slice(0, 10),
        canCancel: true,
      });
      server().clock.advance({ seconds: 1 });
      const refused = { id: 'in_2', subscription: id, billing_reason: 'subscription_cycle', next_payment_attempt: renews };
      expect(await deliver('invoice.payment_failed', refused)).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'past_due']);
      expect(await deliver('customer.subscription.deleted', { id, status: 'canceled' })).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'expired']);
    });

    test('after a payment the other open checkouts are closed', async () => {
      const person = await server().register();
      const [left, paid] = [await begun(person), await begun(person)];
      await begun(await server().register());
      expect(await deliver('checkout.session.completed', paid.completed)).toBe(200);
      const closed = await server()
        .db.selectFrom('tasks')
        .select('dedupe_key as subject')
        .where('kind', '=', 'close_checkout')
        .execute();
      expect(closed).toEqual([{ subject: left.completed.id }]);
    });

    test('a coupon deleted after the price was agreed does not prevent the plan from being granted', async () => {
      const person = await server().register();
      const { completed } = await begun(person, { amount_cents: 1042, coupon_id: uuidv7() });
      expect(await deliver('checkout.session.completed', completed)).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'active']);
    });
  },
  { env: { STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: 'http://127.0.0.1:9' } },
);
