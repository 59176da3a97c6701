import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { markDeleted, removeFarm } from '#server/admin/remove-farm.ts';
import { deletePerson } from '#server/admin/users.queries.ts';
import { endPayments } from '#server/subscriptions/payment-tasks.queries.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { FakeStripe } from '#test/fake-stripe.ts';
import { paymentJobs } from './payments.jobs.ts';

const stripe = await FakeStripe.start();
afterAll(() => stripe.stop());

describeOnEachEngine(
  'a payment of a farm that is deleted',
  (server) => {
    beforeEach(async () => {
      stripe.now = server().clock.now;
      stripe.clear();
      await server().db.deleteFrom('tasks').execute();
    });

    const work = async (): Promise<void> => {
      for (const { run } of paymentJobs) await run(server().app.deps, new AbortController().signal);
    };
    const begin = async (person: Person): Promise<string> => {
      const body = { id: uuidv7(), planType: 'premium', billingCycle: 'yearly' } as const;
      await person.call('createCheckoutSession', { body });
      return [...stripe.sessions.keys()].at(-1) ?? '';
    };
    const pay = (sessionId: string) => {
      const { session, subscription } = stripe.pay(sessionId);
      server().clock.advance({ seconds: 2 });
      const completed = () => stripe.event('checkout.session.completed', stripe.sessionObject(session));
      const updated = () => stripe.event('customer.subscription.updated', stripe.subscriptionObject(subscription));
      return { subscription, completed, updated };
    };
    const deliver = (event: Record<string, unknown>) => server().send(stripe.delivery(event));
    /** Simulates a server that stopped before it removed the rows. */
    const deleteWithoutRows = ({ farmId, userId }: Person): Promise<void> =>
      server()
        .db.transaction()
        .execute(async (tx) => {
          await deletePerson(tx, userId);
          await endPayments(tx, farmId, server().clock.now());
          await markDeleted(tx, farmId, server().clock.now());
        });

    test('is ended once and its rest credited, even if all messages about the paid checkout were lost', async () => {
      const admin = await server().register({ isAdmin: true });
      const person = await server().register();
      const { subscription } = pay(await begin(person));
      await admin.call('deleteUser', { params: { id: person.userId }, query: {} });
      await work();
      await work();
      expect(stripe.ended).toEqual([subscription.id]);
      expect(stripe.calls('DELETE /v1/subscriptions/:id').map(({ form }) => form['prorate'])).toEqual(['true']);
    });

    test('is ended while the farm’s rows still exist, and a message meanwhile grants nothing', async () => {
      const [granted, unheard] = [await server().register(), await server().register()];
      const first = pay(await begin(granted));
      await deliver(first.completed());
      const second = pay(await begin(unheard));
      for (const person of [granted, unheard]) await deleteWithoutRows(person);
      for (const event of [first.updated(), second.completed()]) expect((await deliver(event)).statusCode).toBe(200);
      await work();
      expect(stripe.ended.toSorted()).toEqual([first.subscription.id, second.subscription.id].toSorted());
      const plans = server().db.selectFrom('farms').select('plan_type').where('id', '=', unheard.farmId);
      expect(await plans.execute()).toEqual([{ plan_type: null }]);
      for (const { farmId } of [granted, unheard]) await removeFarm(server().db, farmId);
    });

    test('is also found for an existing farm: of two paid subscriptions, one continues and the other ends', async () => {
      const person = await server().register();
      const [unheard, heard] = [await begin(person), await begin(person)];
      const [first, second] = [pay(unheard), pay(heard)];
      await deliver(second.completed());
      await work();
      const live = [first, second].filter(({ subscription }) => !stripe.ended.includes(subscription.id));
      expect(live).toEqual([second]);
      expect(await person.call('currentUser')).toMatchObject({ subscriptionPlan: 'premium', subscriptionStatus: 'active' });
    });
  },
  { env: stripe.env },
);
