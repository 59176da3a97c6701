import { beforeEach, expect, test } from 'vitest';
import { markDeleted, removeFarm } from '#server/admin/remove-farm.ts';
import { deletePerson } from '#server/admin/users.queries.ts';
import { endPayments } from '#server/subscriptions/payment-tasks.queries.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { buy, renewStripe, stripe, work } from '#test/payments.ts';

describeOnEachEngine(
  'a payment of a farm that is deleted',
  (server) => {
    renewStripe(server);
    beforeEach(async () => {
      await server().db.deleteFrom('tasks').execute();
    });

    const pay = async (person: Person) => {
      const paid = await buy(person, 'premium', 'yearly');
      server().clock.advance({ seconds: 2 });
      return paid;
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
      const { subscription } = await pay(person);
      await admin.call('deleteUser', { params: { id: person.userId }, query: {} });
      await work(server());
      await work(server());
      expect(stripe.ended).toEqual([subscription.id]);
      expect(stripe.calls('DELETE /v1/subscriptions/:id').map(({ form }) => form['prorate'])).toEqual(['true']);
    });

    test('is ended while the farm’s rows still exist, and a message meanwhile grants nothing', async () => {
      const [granted, unheard] = [await server().register(), await server().register()];
      const first = await pay(granted);
      await deliver(first.completed);
      const second = await pay(unheard);
      for (const person of [granted, unheard]) await deleteWithoutRows(person);
      for (const event of [stripe.changed('updated', first.subscription), second.completed])
        expect((await deliver(event)).statusCode).toBe(200);
      await work(server());
      expect(stripe.ended.toSorted()).toEqual([first.subscription.id, second.subscription.id].toSorted());
      const plans = server().db.selectFrom('farms').select('plan_type').where('id', '=', unheard.farmId);
      expect(await plans.execute()).toEqual([{ plan_type: null }]);
      for (const { farmId } of [granted, unheard]) await removeFarm(server().db, farmId);
    });
  },
  { env: stripe.env },
);
