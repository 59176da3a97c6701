import { expect, test } from 'vitest';
import { longDay } from '#domain/values/dates.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { begin } from '#test/payments.ts';
import { trialReminder } from './trial-reminder.ts';

const dayMs = 86_400_000;

describeOnEachEngine('the reminder of a trial', (server) => {
  const run = () => trialReminder.run(server().app.deps, new AbortController().signal);
  const mailsOf = (person: Person) => server().mailsTo(person);
  const inDays = (days: number): string => new Date(server().clock.now().getTime() + days * dayMs).toISOString();

  const change = ({ farmId }: Person, to: Partial<Database['subscriptions']>) =>
    server().db.updateTable('subscriptions').set(to).where('farm_id', '=', farmId).execute();

  /** A farm whose trial, begun at the checkout, ends in this many days. */
  async function onTrial(days: number): Promise<Person> {
    const person = await server().register();
    const id = await begin(person, 'basic');
    await person.call('payTestCheckout', { params: { id }, body: { outcome: 'paid' } });
    await server().db.deleteFrom('mails').where('to_address', '=', `${person.username}@example.org`).execute();
    await change(person, { period_ends_at: inDays(days) });
    return person;
  }

  test('goes to every owner of the farm and to nobody else, and says that nothing is charged if the trial was cancelled', async () => {
    const owner = await onTrial(2);
    const [second, former, manager] = [await server().register(), await server().register(), await server().register()];
    await server().addMember(owner, second, 'owner');
    await server().addMember(owner, former, 'owner');
    await server().changeMember(owner, former, { ended_at: inDays(0) });
    await server().addMember(owner, manager, 'manager');
    await change(owner, { is_ending: true });
    await run();
    const mails = await Promise.all([owner, second, former, manager].map(mailsOf));
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
    expect(mails[0]?.[0]?.body).toContain('You cancelled it, so nothing is charged.');
  });

  test('is sent once, three days before the first payment, with its amount and day', async () => {
    const person = await onTrial(3.5);
    await run();
    expect(await mailsOf(person)).toEqual([]);
    server().clock.advance({ hours: 13 });
    await Promise.all([run(), run()]);
    await run();
    const { trialEndsOn } = await person.call('readSubscription');
    const mails = await mailsOf(person);
    expect(mails.map(({ subject }) => subject)).toEqual([`Your free trial ends on ${longDay(trialEndsOn ?? '', 'mdy')}`]);
    expect(mails[0]?.body).toMatch(/First payment: \$5\.21 on \w+ \d+, \d{4}\nThen: \$5\.21 per month/);
    server().clock.advance({ days: 1 });
    await run();
    expect(await mailsOf(person)).toHaveLength(1);
  });

  test.each([
    ['whose trial is over', -1, { status: 'trialing' }],
    ['that pays already', 2, { status: 'active' }],
    ['whose subscription has ended', 2, { status: 'canceled' }],
    ['whose subscription another one has replaced', 2, { id: 'earlier' }],
  ] as const)('does not come to a farm %s', async (_, days, to) => {
    const person = await onTrial(days);
    await change(person, to);
    await run();
    expect(await mailsOf(person)).toEqual([]);
  });
});
