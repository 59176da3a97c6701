import { afterEach, expect, test } from 'vitest';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { liftHold, recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { endMembership } from '#server/members/end-membership.ts';
import { createGuardedPost } from '#server/outbound/guarded-post.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { openPushReceiver } from '#test/push-receiver.ts';
import { queuePushes, sendPushes } from './morning-push.ts';
import { vapidKeys } from './vapid-keys.ts';

type Receiver = Awaited<ReturnType<typeof openPushReceiver>>;

const receivers: Receiver[] = [];
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close();
});

async function receive(): Promise<Receiver> {
  const receiver = await openPushReceiver();
  receivers.push(receiver);
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
  const rows = () => server().db.selectFrom('push_subscriptions').selectAll().execute();
  const rowsOf = async ({ farmId }: Person) => (await rows()).filter((row) => row.farm_id === farmId);

  /** Subscribes without the check of the URL, which rejects receivers on this machine. */
  async function subscribe(person: Person, { subscription }: Receiver, hour = now().getUTCHours()) {
    const keys = { ...subscription, endpoint: `https://push.example/${crypto.randomUUID()}` };
    const reminders = await person.call('setMorningPush', { body: { hour, zone: 'UTC', subscription: keys } });
    await server()
      .db.updateTable('push_subscriptions')
      .set({ endpoint: subscription.endpoint })
      .where('endpoint', '=', keys.endpoint)
      .execute();
    return reminders;
  }

  test('is sent once a day, encrypted for the device, and contains only numbers', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    const { push } = await subscribe(person, receiver);
    expect(push).toEqual({ publicKey: (await vapidKeys(server().db, server().config)).publicKey, hour: now().getUTCHours() });
    await run();
    expect(receiver.received).toEqual([]);
    server().clock.advance({ seconds: 86_400 });
    await person.call('addChore', { body: { name: 'Secret fence', day: today() } });
    await person.call('addChore', { body: { name: 'Old gate', day: '2026-01-02' } });
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

  test('counts the papers that are due for those who may issue them', async () => {
    const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, worker, 'worker');
    const [ofOwner, ofWorker] = [await receive(), await receive()];
    await subscribe(owner, ofOwner);
    await subscribe(worker, ofWorker);
    const { id: animalId } = await owner.addAnimal({ tagNumber: 'E-1', species: 'sheep' });
    const sale = { id: crypto.randomUUID(), kind: 'sale' as const, animalId, day: today(), buyer: 'Ann Lee' };
    await owner.call('recordEvents', { body: { events: [sale] } });
    await run();
    expect(ofOwner.received.map(({ text }) => JSON.parse(text) as unknown)).toEqual([{ overdue: 0, due: 1 }]);
    expect(ofWorker.received).toEqual([]);
  });

  test('is sent again after a failure of the service, follows no redirect, and stops if the device is gone', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    await subscribe(person, receiver);
    await person.call('addChore', { body: { name: 'Fence', day: today() } });
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

  test('stops when it is switched off, with the session and with the membership', async () => {
    const receiver = await receive();
    const switched = await server().register();
    await subscribe(switched, receiver);
    expect((await switched.call('endMorningPush')).push.hour).toBeNull();
    expect(await rowsOf(switched)).toEqual([]);
    const gone = await server().register();
    await subscribe(gone, receiver);
    await gone.call('logout');
    expect(await rowsOf(gone)).toEqual([]);
    const removed = await server().register();
    await subscribe(removed, receiver);
    const [{ user_id: userId } = expect.fail()] = await rowsOf(removed);
    await inTransaction(server().db, (tx) => endMembership(tx, { farmId: vouchedFarmId(removed.farmId), userId }, now()));
    expect(await rowsOf(removed)).toEqual([]);
  });

  test('a device reminds only the last person who subscribed on it, and a person has at most ten devices', async () => {
    const [person, receiver] = [await server().register(), await receive()];
    await subscribe(person, receiver);
    const [row = expect.fail()] = await rowsOf(person);
    const others = Array.from({ length: 11 }, (_, index) => `other ${index}`);
    for (const [index, token_hash] of others.entries()) {
      const created_at = new Date(now().getTime() + index * 1000).toISOString();
      const session = {
        token_hash,
        user_id: row.user_id,
        farm_id: row.farm_id,
        created_at,
        expires_at: '2099-01-01T00:00:00.000Z',
      };
      await server().insert('sessions', { ...session, has_temporary_password: false, is_by_pin: false });
      await server().insert('push_subscriptions', {
        ...row,
        session_hash: token_hash,
        endpoint: `https://push.example/${index}`,
        created_at,
      });
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
    await person.call('addChore', { body: { name: 'Fence', day: today() } });
    await inTransaction(server().db, (tx) => recordRestore(tx, new Date(now().getTime() + 1000)));
    await liftHold(server().db);
    await run();
    expect([receiver.received, await rowsOf(person)]).toEqual([[], []]);
  });
});
