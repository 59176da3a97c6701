import { afterAll, expect, test } from 'vitest';
import { createGuardedPost, ForbiddenAddress } from '#server/outbound/guarded-post.ts';
import { sendPushes } from '#server/reminders/morning-push.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { openPushReceiver } from '#test/push-receiver.ts';

const receiver = await openPushReceiver();
afterAll(() => receiver.close());

describeOnEachEngine('addresses of devices', (server) => {
  test('that lead into a network, to another port or carry a password are refused and not stored', async () => {
    const person = await server().register();
    const endpoints = `http://push.example/1 https://10.0.0.1/1 https://[::ffff:10.0.0.1]/1 https://localhost/1 file:///etc/passwd
      https://user@push.example/1 https://push.example:25/1 https://push.example:8443/1 https://push.example/1#part`;
    for (const endpoint of endpoints.split(/\s+/)) {
      const subscription = { ...receiver.subscription, endpoint };
      const set = person.call('setMorningPush', { body: { hour: 5, zone: 'UTC', subscription } });
      await expect(set, endpoint).rejects.toMatchObject({ status: 400 });
    }
    expect((await person.call('readReminders')).push.hour).toBeNull();
  });

  const queue = async (person: Person, endpoint: string, { tasks = 1, place = 1 } = {}) => {
    const subscription = { ...receiver.subscription, endpoint };
    await person.call('setMorningPush', { body: { hour: 5, zone: 'UTC', subscription } });
    const [row = expect.fail()] = await server()
      .db.selectFrom('push_subscriptions')
      .select('session_hash')
      .where('farm_id', '=', person.farmId)
      .execute();
    const payload = JSON.stringify({ farmId: person.farmId, sessionHash: row.session_hash, message: { overdue: 0, due: 1 } });
    const at = server().clock.now().toISOString();
    for (let n = 0; n < tasks; n += 1) {
      const task = { id: crypto.randomUUID(), kind: 'push' as const, dedupe_key: `${person.farmId} ${n}`, payload };
      await server().insert('tasks', { ...task, run_at: at, run_order: `${at} ${place}`, created_at: at });
    }
  };

  test('a name that leads to a private address at the time of sending is not connected to, and ends', async () => {
    const person = await server().register();
    await queue(person, 'https://rebound.example/1');
    const failures: unknown[] = [];
    const guarded = createGuardedPost({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
    const post: typeof guarded = (request, signal) =>
      guarded(request, signal).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
    await sendPushes({ ...server().app.deps, post }, new AbortController().signal);
    expect(failures).toEqual([expect.any(ForbiddenAddress)]);
    expect((await person.call('readReminders')).push.hour).toBeNull();
    expect(receiver.received).toEqual([]);
  });

  test('whose services do not answer delay nobody else', async () => {
    const [slow, quick] = [await server().register(), await server().register()];
    await queue(slow, 'https://slow.example/1', { tasks: 9 });
    await queue(quick, 'https://quick.example/1', { place: 2 });
    const { promise, resolve } = Promise.withResolvers<number>();
    const asked: string[] = [];
    const post = ({ url }: { readonly url: string }) => {
      asked.push(url);
      return url.includes('slow') ? promise : Promise.resolve(201);
    };
    const sent = sendPushes({ ...server().app.deps, post }, new AbortController().signal);
    await expect.poll(() => asked).toContain('https://quick.example/1');
    resolve(201);
    await sent;
    expect(asked).toHaveLength(10);
  });
});
