import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { markDeleted } from '#server/admin/remove-farm.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { webhookSecret, type FakeStripe } from '#test/fake-stripe.ts';
import { begin, buy, planOf, renewStripe, stripe } from '#test/payments.ts';

type Json = Record<string, unknown>;

describeOnEachEngine(
  { name: 'the webhook', usually: 'postgres' },
  (server) => {
    renewStripe(server);

    const deliver = async (event: Json): Promise<number> => (await server().send(stripe.delivery(event))).statusCode;
    const events = () => server().db.selectFrom('payment_events').selectAll().execute();
    const tasks = async () => {
      const rows = server().db.selectFrom('tasks').select(['kind', 'dedupe_key as subject']).where('kind', '!=', 'mail');
      return (await rows.orderBy('id').execute()).map(({ kind, subject }) => `${kind} ${subject}`);
    };
    const stateOf = async (person: Person, id: string) => (await person.call('readCheckout', { params: { id } })).state;

    test('is the only way to a paid plan, and grants it once, with one mail, however often it comes at once', async () => {
      const person = await server().register();
      const { id, completed } = await buy(person, 'premium', 'yearly');
      expect(await planOf(person)).toEqual([null, null]);
      const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(completed)));
      expect(new Set([...answers, await deliver(completed)])).toEqual(new Set([200]));
      expect((await events()).filter((event) => event.id === completed['id'])).toHaveLength(1);
      expect(await person.call('currentUser')).toMatchObject({ role: 'premium', subscriptionStatus: 'active', animalLimit: 200 });
      expect(await stateOf(person, id)).toBe('granted');
      const mails = await server().mailsTo(person);
      expect(mails).toMatchObject([{ subject: 'Your Premium plan is active' }]);
    });

    test.each<[string, (event: Json) => ReturnType<FakeStripe['delivery']>]>([
      ['forged', (event) => stripe.delivery(event, { secret: 'whsec_guessed' })],
      ['old', (event) => stripe.delivery(event, { at: Math.floor(stripe.now().getTime() / 1000) - 301 })],
      ['of the future', (event) => stripe.delivery(event, { at: Math.floor(stripe.now().getTime() / 1000) + 302 })],
      ['of another body', (event) => ({ ...stripe.delivery(event), payload: JSON.stringify({ ...event, livemode: true }) })],
      ['missing', (event) => ({ ...stripe.delivery(event), headers: { 'content-type': 'application/json' } as never })],
      ['nonsense', (event) => ({ ...stripe.delivery(event), headers: { 'stripe-signature': 't=now,v1=0' } as never })],
    ])('a signature that is %s is 400 and leaves no row', async (_, write) => {
      const person = await server().register();
      const { id, completed } = await buy(person);
      const before = await events();
      const answer = await server().send(write(completed));
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'payments.bad_signature']);
      expect(await events()).toEqual(before);
      expect([await planOf(person), await stateOf(person, id)]).toEqual([[null, null], 'open']);
    });

    test('the secret of the test checkout is not accepted if Stripe is configured', async () => {
      const { secret } = await server().db.selectFrom('payment_house').selectAll().executeTakeFirstOrThrow();
      expect(secret).not.toBe(webhookSecret);
      const { completed } = await buy(await server().register());
      expect((await server().send(stripe.delivery(completed, { secret }))).statusCode).toBe(400);
    });

    test.each<[string, Json]>([
      ['less', { amount_total: 1 }],
      ['nothing', { amount_total: 0, payment_status: 'no_payment_required' }],
      ['in another currency', { currency: 'jpy' }],
      ['not yet', { payment_status: 'unpaid' }],
      ['without a price', { amount_total: null }],
    ])('what was paid is %s: held, and nothing is granted', async (_, difference) => {
      const person = await server().register();
      const { id, session } = await buy(person);
      const object = { ...stripe.sessionObject(session), ...difference };
      const event = stripe.event('checkout.session.completed', object);
      expect(await deliver(event)).toBe(200);
      expect([await planOf(person), await stateOf(person, id)]).toEqual([[null, null], 'held']);
      expect((await events()).find((row) => row.id === event['id'])).toMatchObject({ outcome: 'held' });
      // A delayed payment method is confirmed some days later.
      await deliver(stripe.event('checkout.session.async_payment_succeeded', stripe.sessionObject(session)));
      expect([await planOf(person), await stateOf(person, id)]).toEqual([['premium', 'active'], 'granted']);
    });

    test('a payment closes the other open checkouts, and grants the plan also if its coupon is gone', async () => {
      const person = await server().register();
      await begin(person);
      const left = stripe.newestSession;
      const code = await server().addCoupon(50);
      const { completed } = await buy(person, 'premium', 'monthly', code);
      await server().db.deleteFrom('coupons').where('code', '=', code).execute();
      expect(await deliver(completed)).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'active']);
      expect((await tasks()).filter((task) => task.startsWith('close_checkout'))).toEqual([`close_checkout ${left}`]);
    });

    test('a subscription without our metadata is recognised by its checkout, and its events change nothing else', async () => {
      const person = await server().register();
      const { completed, subscription } = await buy(person);
      const { id } = subscription;
      await deliver(completed);
      const renews = subscription.periodEnd + 31 * 86_400;
      const update = (more: Json, after: number) =>
        deliver(stripe.event('customer.subscription.updated', { id, status: 'active', ...more }, { after }));
      expect(await update({}, 1)).toBe(200);
      expect(await update({ current_period_end: renews, cancel_at_period_end: false }, 2)).toBe(200);
      const paid = { id: 'in_1', subscription: id, amount_paid: 2083 };
      expect(await deliver(stripe.event('invoice.paid', paid, { after: 3 }))).toBe(200);
      const renewsOn = new Date(renews * 1000).toISOString().slice(0, 10);
      expect(await person.call('readSubscription')).toMatchObject({ status: 'active', renewsOn, canCancel: true });
      const refused = { id: 'in_2', subscription: id, billing_reason: 'subscription_cycle', next_payment_attempt: renews };
      expect(await deliver(stripe.event('invoice.payment_failed', refused, { after: 4 }))).toBe(200);
      expect(await planOf(person)).toEqual(['premium', 'past_due']);
      await deliver(stripe.event('customer.subscription.deleted', { id, status: 'canceled' }, { after: 5 }));
      expect(await planOf(person)).toEqual(['premium', 'expired']);
    });

    test('an expired checkout is closed, unless it was paid', async () => {
      const person = await server().register();
      const id = await begin(person);
      const session = stripe.sessions.get(stripe.newestSession) ?? expect.fail();
      session.status = 'expired';
      await deliver(stripe.event('checkout.session.expired', stripe.sessionObject(session)));
      expect(await stateOf(person, id)).toBe('closed');
      const paid = await buy(person);
      await deliver(paid.completed);
      await deliver(stripe.event('checkout.session.expired', { ...stripe.sessionObject(paid.session), status: 'expired' }));
      expect(await stateOf(person, paid.id)).toBe('granted');
    });

    const stateAfter = async ({ farmId }: Person) => {
      const { db } = server();
      const farms = db.selectFrom('farms').select(['plan_type', 'plan_status', 'plan_cycle']).where('id', '=', farmId);
      const subscriptions = db.selectFrom('subscriptions').select(['status', 'is_ending']).where('farm_id', '=', farmId);
      const redeemed = await db.selectFrom('coupon_redemptions').selectAll().where('farm_id', '=', farmId).execute();
      const checkouts = await db.selectFrom('checkouts').select('state').where('farm_id', '=', farmId).execute();
      const [farm, subscription] = [await farms.executeTakeFirst(), await subscriptions.executeTakeFirst()];
      return { ...farm, ...subscription, redemptions: redeemed.length, checkouts };
    };
    const granted = { plan_type: 'basic', plan_cycle: 'yearly', redemptions: 1, checkouts: [{ state: 'granted' }] };
    test.each([
      ['begun and renewed', ['paid'], { plan_status: 'active', status: 'active', is_ending: true }],
      ['begun and refused', ['failed'], { plan_status: 'past_due', status: 'past_due', is_ending: true }],
      ['begun, refused, paid', ['failed', 'paid later'], { plan_status: 'active', status: 'active', is_ending: true }],
      ['begun and deleted', ['deleted'], { plan_status: 'expired', status: 'canceled', is_ending: true }],
    ])('%s: every permutation of the messages, with duplicates, gives the same result', async (_, last, end) => {
      const code = await server().addCoupon(10);
      for (const order of permutations(['completed', 'updated', ...last])) {
        const person = await server().register();
        const { completed, subscription } = await buy(person, 'basic', 'yearly', code);
        const updated = { ...subscription, cancel_at_period_end: true };
        const invoice = (object: Json) => stripe.invoiceObject(subscription, object);
        const all: Record<string, Json> = {
          completed,
          updated: stripe.changed('updated', updated, { after: 1 }),
          failed: stripe.event('invoice.payment_failed', invoice({ next_payment_attempt: 1 }), { after: 2 }),
          paid: stripe.event('invoice.paid', invoice({ amount_paid: 4500 }), { after: 2 }),
          'paid later': stripe.event('invoice.paid', invoice({ amount_paid: 4500 }), { after: 3 }),
          deleted: stripe.changed('deleted', { ...updated, status: 'canceled' }, { after: 2 }),
        };
        for (const name of [...order.flatMap((one) => [one, one]), ...order]) expect(await deliver(all[name] ?? {})).toBe(200);
        expect([order, await stateAfter(person)]).toEqual([order, { ...granted, ...end }]);
      }
    });

    test('if two are paid at the same time, the later one continues, and the other ends once', async () => {
      for (const isReversed of [false, true]) {
        const person = await server().register();
        const [first, second] = [await buy(person, 'premium'), await buy(person, 'enterprise')];
        const later = { ...second.completed, created: Number(first.completed['created']) + 5 };
        const both = [first.completed, later];
        await Promise.all((isReversed ? both.toReversed() : both).map(deliver));
        await Promise.all(both.map(deliver));
        expect(await planOf(person)).toEqual(['enterprise', 'active']);
        expect([await stateOf(person, first.id), await stateOf(person, second.id)]).toEqual(['granted', 'granted']);
        const told = await tasks();
        expect(told.filter((task) => task === `end_subscription ${first.subscription.id}`)).toHaveLength(1);
        expect(told).not.toContain(`end_subscription ${second.subscription.id}`);
        // Events of the old subscription no longer affect the plan.
        await deliver(stripe.changed('deleted', { ...first.subscription, status: 'canceled' }, { after: 9 }));
        expect(await planOf(person)).toEqual(['enterprise', 'active']);
      }
    });

    test('a farm has only one trial: a second one that was begun in time is held and ended', async () => {
      const person = await server().register();
      const [first, second] = [await buy(person, 'basic', 'monthly'), await buy(person, 'basic', 'yearly')];
      await deliver(first.completed);
      await deliver(second.completed);
      expect(await planOf(person)).toEqual(['basic', 'trial']);
      expect([await stateOf(person, first.id), await stateOf(person, second.id)]).toEqual(['granted', 'held']);
      expect(await tasks()).toContain(`end_subscription ${second.subscription.id}`);
      const third = await buy(person, 'basic', 'monthly');
      expect(await person.call('readCheckout', { params: { id: third.id } })).toMatchObject({ trialDays: 0 });
    });

    test('a payment of a farm that is deleted but still has its rows grants nothing and is ended', async () => {
      const person = await server().register();
      const { completed, subscription } = await buy(person);
      const { db, clock } = server();
      await db.transaction().execute((tx) => markDeleted(tx, person.farmId, clock.now()));
      expect(await deliver(completed)).toBe(200);
      expect(await stateAfter(person)).toMatchObject({ plan_type: null });
      expect(await tasks()).toContain(`end_subscription ${subscription.id}`);
    });

    test('payments for a deleted farm are acknowledged, ignored and ended; foreign ones are not touched', async () => {
      const by = await server().register({ isAdmin: true });
      const person = await server().register();
      const { completed, subscription } = await buy(person);
      await by.call('deleteUser', { params: { id: person.userId }, query: {} });
      expect(await deliver(completed)).toBe(200);
      expect((await tasks()).filter((task) => task.endsWith(` ${subscription.id}`))).toEqual([
        `end_subscription ${subscription.id}`,
      ]);
      const stranger = { ...subscription, id: 'sub_of_another_product', metadata: {} };
      expect(await deliver(stripe.changed('updated', stranger))).toBe(200);
      const twin = { ...subscription, id: 'sub_of_a_twin', metadata: { ...subscription.metadata, house: uuidv7() } };
      expect(await deliver(stripe.changed('updated', twin))).toBe(200);
      expect((await tasks()).join()).not.toMatch(/another_product|a_twin/);
      expect((await events()).filter(({ outcome }) => outcome === 'ignored').length).toBeGreaterThanOrEqual(3);
    });
  },
  { env: stripe.env },
);

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((thing, index) => permutations(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]));
}
