import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/engines/connect.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { webhookSecret, type FakeStripe } from '#test/fake-stripe.ts';
import { begin, buy, planOf, renewStripe, stripe } from '#test/payments.ts';

type Json = Record<string, unknown>;

describeOnEachEngine(
  { name: 'the webhook', usually: 'postgres' },
  (server) => {
    renewStripe(server);

    const deliver = async (event: Json): Promise<number> => (await server().send(stripe.delivery(event))).statusCode;
    const events = () => server().db.selectFrom('payment_events').selectAll().execute();
    const tasks = async () =>
      (
        await server()
          .db.selectFrom('tasks')
          .select(['kind', 'dedupe_key as subject'])
          .where('kind', '!=', 'mail')
          .orderBy('id')
          .execute()
      ).map(({ kind, subject }) => `${kind} ${subject}`);

    const stateOf = async (person: Person, id: string) => (await person.call('readCheckout', { params: { id } })).state;

    test('is the only way to a paid plan, and grants it once: plan, cap, cycle, redemption and one mail', async () => {
      const person = await server().register();
      const { id, completed } = await buy(person, 'premium', 'yearly');
      expect(await planOf(person)).toEqual([null, null]);
      expect([await deliver(completed), await deliver(completed)]).toEqual([200, 200]);
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

    test('an expired checkout is closed, unless it was paid', async () => {
      const person = await server().register();
      const id = await begin(person);
      const session = stripe.sessions.get(stripe.newestSession);
      if (!session) throw new Error('no session');
      session.status = 'expired';
      const expired = stripe.event('checkout.session.expired', stripe.sessionObject(session));
      await deliver(expired);
      expect(await stateOf(person, id)).toBe('closed');
      const paid = await buy(person);
      await deliver(paid.completed);
      await deliver(stripe.event('checkout.session.expired', { ...stripe.sessionObject(paid.session), status: 'expired' }));
      expect(await stateOf(person, paid.id)).toBe('granted');
    });

    describe('in any order', () => {
      let person: Person;
      beforeAll(async () => {
        person = await server().register();
      });

      /** Resets the database to the state before the payment. */
      const forget = async () => {
        const { db } = server();
        const { farmId } = person;
        for (const table of ['subscriptions', 'checkouts', 'coupon_redemptions'] as const) {
          await db.deleteFrom(table).where('farm_id', '=', farmId).execute();
        }
        const nothing = { plan_type: null, plan_status: null, plan_cycle: null, subscription_id: null, trial_used_at: null };
        await db.updateTable('farms').set(nothing).where('id', '=', farmId).execute();
      };
      const outcome = async () => {
        const { db } = server();
        const { farmId } = person;
        const farm = await db
          .selectFrom('farms')
          .select(['plan_type', 'plan_status', 'plan_cycle'])
          .where('id', '=', farmId)
          .executeTakeFirst();
        const subscription = await db
          .selectFrom('subscriptions')
          .select(['status', 'is_ending'])
          .where('farm_id', '=', farmId)
          .executeTakeFirst();
        const redemptions = await db.selectFrom('coupon_redemptions').selectAll().where('farm_id', '=', farmId).execute();
        const checkouts = await db.selectFrom('checkouts').select('state').where('farm_id', '=', farmId).execute();
        return { ...farm, ...subscription, redemptions: redemptions.length, checkouts };
      };

      const granted = { plan_type: 'basic', plan_cycle: 'yearly', redemptions: 1, checkouts: [{ state: 'granted' }] };
      const stories: Record<string, [last: string[], end: Json]> = {
        'begun and renewed': [['paid'], { plan_status: 'active', status: 'active', is_ending: true }],
        'begun and refused': [['failed'], { plan_status: 'past_due', status: 'past_due', is_ending: true }],
        'begun, refused, paid': [['failed', 'paid later'], { plan_status: 'active', status: 'active', is_ending: true }],
        'begun and deleted': [['deleted'], { plan_status: 'expired', status: 'canceled', is_ending: true }],
      };

      test.each(Object.entries(stories))(
        '%s: every permutation, with duplicates, gives the same result',
        async (_, [last, end]) => {
          const code = await server().addCoupon(10);
          for (const order of permutations(['completed', 'updated', ...last])) {
            await forget();
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
            for (const [index, name] of order.entries()) {
              const event = all[name] ?? {};
              expect(await deliver(event)).toBe(200);
              if (index % 2 === 0) expect(await deliver(event)).toBe(200);
            }
            for (const name of order) expect(await deliver(all[name] ?? {})).toBe(200);
            expect([order, await outcome()]).toEqual([order, { ...granted, ...end }]);
          }
        },
      );

      test('fifty deliveries at the same moment have one effect', async () => {
        await forget();
        const { completed } = await buy(person, 'basic');
        const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(completed)));
        expect(new Set(answers)).toEqual(new Set([200]));
        expect((await events()).filter(({ id }) => id === completed['id'])).toHaveLength(1);
        expect(await outcome()).toMatchObject({ plan_type: 'basic', plan_status: 'trial' });
      });
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

    test('an irrelevant message is acknowledged and recorded', async () => {
      const event = stripe.event('customer.tax_id.created', { id: 'txi_1' });
      expect(await deliver(event)).toBe(200);
      expect((await events()).find(({ id }) => id === event['id'])).toMatchObject({ outcome: 'ignored' });
    });

    test('rejects requests from other sites, long bodies and other methods', async () => {
      const event = stripe.event('customer.tax_id.created', { id: 'txi_1' });
      const delivery = stripe.delivery(event);
      const crossSite = { ...delivery, headers: { ...delivery.headers, origin: 'https://evil.example' } };
      expect((await server().send(crossSite)).statusCode).toBe(403);
      expect((await server().send({ ...delivery, payload: 'x'.repeat(300_000) })).statusCode).toBe(413);
      expect((await server().send({ method: 'GET', url: delivery.url })).statusCode).toBe(404);
    });
  },
  { env: stripe.env },
);

describeOnEachEngine(
  { name: 'a webhook while the database is away', usually: 'postgres' },
  (server) => {
    renewStripe(server);

    test('is answered with 503, so that it is delivered again and then has its effect', async () => {
      const person = await server().register();
      const delivery = stripe.delivery((await buy(person)).completed);
      const away = await withoutDatabase(server());
      const answer = await away.inject(delivery);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
      await away.close();
      expect((await server().send(delivery)).statusCode).toBe(200);
      expect(await person.call('currentUser')).toMatchObject({ subscriptionPlan: 'premium' });
    });
  },
  { env: stripe.env },
);

/** Another server of the same installation, whose database is unreachable. */
async function withoutDatabase({ config, clock }: TestServer) {
  const { db } = openDatabase({ ...config, databaseUrl: 'postgres://nobody@127.0.0.1:1/nowhere' });
  return createApp({ db, config, now: clock.now, webDir: 'no-such-folder' });
}

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((thing, index) => permutations(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]));
}
