import { expect, test } from 'vitest';
import type { Database } from '#server/db/schema/schema.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { trialReminder } from './trial-reminder.ts';

const dayMs = 86_400_000;

describeOnEachEngine('the reminder of a trial', (server) => {
  const run = () => trialReminder.run(server().app.deps, new AbortController().signal);
  const mailsOf = ({ username }: Person) => server().mailsTo(`${username}@example.org`);
  const inDays = (days: number): string => new Date(server().clock.now().getTime() + days * dayMs).toISOString();

  /** Creates a farm whose trial ends in this many days. */
  async function onTrial(days: number, change: Partial<Database['subscriptions']> = {}): Promise<Person> {
    const person = await server().register({ plan: 'basic' });
    const { db } = server();
    const checkout = crypto.randomUUID();
    const subscription = crypto.randomUUID();
    const now = inDays(0);
    await db
      .insertInto('checkouts')
      .values({
        farm_id: person.farmId,
        id: checkout,
        user_id: person.userId,
        plan_type: 'basic',
        billing_cycle: 'monthly',
        list_cents: 521,
        amount_cents: 521,
        currency: 'usd',
        coupon_id: null,
        trial_days: 30,
        state: 'granted',
        provider: 'test',
        create_digest: '',
        created_at: now,
      })
      .execute();
    await db
      .insertInto('subscriptions')
      .values({
        farm_id: person.farmId,
        id: subscription,
        provider: 'test',
        checkout_id: checkout,
        status: 'trialing',
        observed_at: now,
        period_ends_at: inDays(days),
        is_ending: false,
        ending_observed_at: now,
        created_at: now,
        ...change,
      })
      .execute();
    await db
      .updateTable('farms')
      .set({ plan_status: 'trial', subscription_id: subscription })
      .where('id', '=', person.farmId)
      .execute();
    return person;
  }

  test('goes to every owner of the farm, and to nobody else who works there', async () => {
    const owner = await onTrial(2);
    const [second, former, manager] = [await server().register(), await server().register(), await server().register()];
    await server().addMember(owner, second, 'owner');
    await server().addMember(owner, former, 'owner');
    await server().changeMember(owner, former, { ended_at: inDays(0) });
    await server().addMember(owner, manager, 'manager');
    await run();
    const mails = await Promise.all([owner, second, former, manager].map(mailsOf));
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
  });

  test('is sent once, three days before the first payment, with its amount and day', async () => {
    const person = await onTrial(3.5);
    await run();
    expect(await mailsOf(person)).toEqual([]);
    server().clock.advance({ hours: 13 });
    await Promise.all([run(), run()]);
    await run();
    const mails = await mailsOf(person);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Your free trial ends on \w+ \d+, \d{4}$/);
    expect(mails[0]?.body).toMatch(
      /First payment: \$5\.21 on \w+ \d+, \d{4}\nThen: \$5\.21 per month\nTest mode: no money moves/,
    );
    server().clock.advance({ days: 1 });
    await run();
    expect(await mailsOf(person)).toHaveLength(1);
  });

  test('is sent for a trial that began at the checkout, with the day shown there', async () => {
    const person = await server().register();
    const order = { planType: 'basic', billingCycle: 'yearly', id: crypto.randomUUID() } as const;
    await person.call('createCheckoutSession', { body: order });
    await person.call('payTestCheckout', { params: { id: order.id }, body: { outcome: 'paid' } });
    const { trialEndsOn } = await person.call('readSubscription');
    server().clock.advance({ days: 26 });
    await run();
    const subjects = async () => (await mailsOf(person)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Your free trial of Basic has begun']);
    server().clock.advance({ days: 1, minutes: 1 });
    await run();
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(trialEndsOn ?? ''));
    expect(await subjects()).toEqual(['Your free trial of Basic has begun', `Your free trial ends on ${day}`]);
  });

  test('states that nothing is charged if the trial was cancelled', async () => {
    const person = await onTrial(2, { is_ending: true });
    await run();
    expect((await mailsOf(person))[0]?.body).toContain('You cancelled it, so nothing is charged.');
  });

  test.each([
    ['whose trial is over', -1, {}],
    ['that pays already', 2, { status: 'active' }],
    ['whose subscription has ended', 2, { status: 'canceled' }],
  ] as const)('does not come to a farm %s', async (_, days, change) => {
    const person = await onTrial(days, change);
    await run();
    expect(await mailsOf(person)).toEqual([]);
  });

  test('is not sent for a subscription that another one has replaced', async () => {
    const person = await onTrial(2);
    await server().db.updateTable('farms').set({ subscription_id: 'another' }).where('id', '=', person.farmId).execute();
    await run();
    expect(await mailsOf(person)).toEqual([]);
  });
});
