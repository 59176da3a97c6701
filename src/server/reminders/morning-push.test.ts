import { expect, onTestFinished, test } from 'vitest';
import { liftHold } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { endMembership } from '#server/members/end-membership.ts';
import { createGuardedPost } from '#server/outbound/guarded-post.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { openPushReceiver } from '#test/push-receiver.ts';
import { queuePushes, sendPushes } from './morning-push.ts';
import { vapidKeys } from './vapid-keys.ts';

type Receiver = Awaited<ReturnType<typeof openPushReceiver>>;

async function receive(): Promise<Receiver> {
  const receiver = await openPushReceiver();
  onTestFinished(() => void receiver.close());
  return receiver;
}

describeOnEachEngine('the morning notification', (server) => {
  const now = () => server().clock.now();
  const today = () => now().toISOString().slice(0, 10);
  const never = new AbortController().signal;
  const deps = () => ({ ...server().app.deps, config: { ...server().config, allowsLoopbackHooks: true } });
  const queue = () => queuePushes(deps(), never);
  const send = () => sendPushes({ ...deps(), post: createGuardedPost({ allowsLoopback: true }) }, never);
  const run = async () => {
    await queue();
    await send();
  };
  const rowsOf = ({ farmId }: Person) =>
    server().db.selectFrom('push_subscriptions').selectAll().where('farm_id', '=', farmId).execute();
  const addChore = (person: Person, name = 'Fence', day = today()) => person.call('addChore', { body: { name, day } });

  /** Subscribes without the check of the URL, which rejects receivers on this machine. */
  async function subscribe(person: Person, { subscription }: Receiver, hour = now().getUTCHours()) {
    const keys = { ...subscription, endpoint: `https://push.example/${crypto.randomUUID()}` };
    const reminders = await person.call('setMorningPush', { body: { hour, zone: 'UTC', subscription: keys } });
    const own = server().db.updateTable('push_subscriptions').where('endpoint', '=', keys.endpoint);
    await own.set({ endpoint: subscription.endpoint }).execute();
    return reminders;
  }

  test('is sent once a day, encrypted for the device, and contains only numbers', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    const { push } = await subscribe(person, receiver);
    expect(push).toEqual({ publicKey: (await vapidKeys(server().db, server().config)).publicKey, hour: now().getUTCHours() });
    await run();
    expect(receiver.received).toEqual([]);
    server().clock.advance({ seconds: 86_400 });
    await addChore(person, 'Secret fence');
    await addChore(person, 'Old gate', '2026-01-02');
    await Promise.all([queue(), queue()]);
    await Promise.all([send(), send()]);
    await run();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, text } = expect.fail()] = receiver.received;
    expect(JSON.parse(text)).toEqual({ overdue: 1, due: 1 });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '14400',
      topic: 'today',
      authorization: expect.stringContaining(`k=${push.publicKey}`),
    });
    server().clock.advance({ seconds: 86_400 });
    await run();
    expect(receiver.received).toHaveLength(2);
  });

  test('is sent again after a failure of the service, follows no redirect, and stops if the device is gone', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    await subscribe(person, receiver);
    await addChore(person);
    receiver.answers.status = 503;
    await run();
    await run();
    expect(receiver.received).toHaveLength(1);
    server().clock.advance({ minutes: 2 });
    receiver.answers.status = 307;
    await run();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/device', '/device']);
    expect(await rowsOf(person)).toHaveLength(1);
    server().clock.advance({ seconds: 86_400 });
    receiver.answers.status = 410;
    await run();
    expect(receiver.received).toHaveLength(3);
    expect(await rowsOf(person)).toEqual([]);
    expect((await person.call('readReminders')).push.hour).toBeNull();
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['it is switched off', (person) => person.call('endMorningPush')],
    ['the session ends', (person) => person.call('logout')],
    ['the membership ends', (person) => inTransaction(server().db, (tx) => endMembership(tx, person, now()))],
  ])('stops when %s', async (_, end) => {
    const person = await server().register();
    await subscribe(person, await receive());
    expect(await rowsOf(person)).toHaveLength(1);
    await end(person);
    expect(await rowsOf(person)).toEqual([]);
  });

  test('a device reminds only the last person who subscribed on it, and a person has at most ten devices', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    await subscribe(person, receiver);
    const [row = expect.fail()] = await rowsOf(person);
    const { user_id, farm_id } = row;
    const session = { user_id, farm_id, expires_at: '2099-01-01T00:00:00.000Z', has_temporary_password: false, is_by_pin: false };
    for (let index = 0; index < 11; index += 1) {
      const created_at = new Date(now().getTime() + index * 1000).toISOString();
      const session_hash = `other ${index}`;
      await server().insert('sessions', { ...session, token_hash: session_hash, created_at });
      const endpoint = `https://push.example/${index}`;
      await server().insert('push_subscriptions', { ...row, session_hash, endpoint, created_at });
    }
    server().clock.advance({ minutes: 1 });
    const subscription = { ...receiver.subscription, endpoint: 'https://push.example/3' };
    await person.call('setMorningPush', { body: { hour: 5, zone: 'UTC', subscription } });
    const stored = await rowsOf(person);
    expect(stored).toHaveLength(10);
    expect(stored.filter(({ endpoint }) => endpoint === subscription.endpoint)).toHaveLength(1);
  });

  test('is not sent again after a restore', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    await subscribe(person, receiver);
    await addChore(person);
    await server().markRestored(new Date(now().getTime() + 1000));
    await liftHold(server().db);
    await run();
    expect([receiver.received, await rowsOf(person)]).toEqual([[], []]);
  });
});
