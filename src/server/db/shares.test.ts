import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { CallerGone, runAs } from '#server/concurrency/caller.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { inFarmTransaction, inSnapshot } from './transaction.ts';

const transactions = 200;

describeOnEachEngine({ name: 'the database, shared fairly,', usually: 'both' }, (server) => {
  const add = (person: Person, order: string[], signal = new AbortController().signal) =>
    runAs({ key: `farm:${person.farmId}`, address: '', signal }, () =>
      inFarmTransaction(server().db, person.farmId, async (tx) => {
        await tx.updateTable('farms').set({ name: person.username }).where('id', '=', person.farmId).execute();
        order.push(person.username);
      }),
    );
  const read = (person: Person, order: string[]) =>
    runAs({ key: `farm:${person.farmId}`, address: '', signal: new AbortController().signal }, async () => {
      await server().db.selectFrom('farms').select('name').where('id', '=', person.farmId).execute();
      order.push('read');
    });

  /** Opening a connection takes longer than a read and would decide who is served first. */
  const openConnections = (...people: Person[]) =>
    Promise.all(people.flatMap((person) => Array.from({ length: 10 }, () => read(person, []))));

  test('serves another farm before most of the queued writes of one farm', async () => {
    const [many, other] = [await server().register(), await server().register()];
    const order: string[] = [];
    await openConnections(many, other);
    const all = Array.from({ length: transactions }, () => add(many, order));
    all.push(add(other, order), read(other, order));
    await Promise.all(all);
    expect(order).toHaveLength(transactions + 2);
    // In order of arrival these two would be last. PostgreSQL decides itself which of several connections is next.
    const most = server().engine === 'sqlite' ? 10 : transactions / 2;
    expect(order.indexOf(other.username)).toBeLessThan(most);
    expect(order.indexOf('read')).toBeLessThan(most);
  });

  test('finishes the transactions of disconnected callers and releases their slots', async () => {
    const many = await server().register();
    const order: string[] = [];
    const leaving = new AbortController();
    const all = Array.from({ length: transactions }, () => add(many, order, leaving.signal));
    leaving.abort(new CallerGone());
    await Promise.all(all);
    expect(order).toHaveLength(transactions);
    for (const { name, size } of listSemaphores()) expect({ name, ...size }).toEqual({ name, running: 0, waiting: 0 });
  });

  test('serves another farm while many long reads of one farm last, and disconnected callers take no slot', async () => {
    const [many, other] = [await server().register(), await server().register()];
    const leaving = new AbortController();
    const readLong = ({ farmId }: Person, until?: Promise<void>, signal = new AbortController().signal) =>
      runAs({ key: `farm:${farmId}`, address: '', signal }, () =>
        inSnapshot(server().db, async (tx) => {
          await until;
          return tx.selectFrom('farms').select('id').where('id', '=', farmId).executeTakeFirst();
        }),
      );
    const { promise: otherIsServed, resolve } = Promise.withResolvers<void>();
    const all = Array.from({ length: 30 }, () => readLong(many, otherIsServed));
    const left = Array.from({ length: 10 }, () => readLong(many, otherIsServed, leaving.signal).catch(() => {}));
    leaving.abort(new CallerGone());
    // Hangs if the long reads take all slots.
    expect(await readLong(other)).toEqual({ id: other.farmId });
    resolve();
    await Promise.all([...all, ...left]);
    for (const { name, size } of listSemaphores()) expect({ name, ...size }).toEqual({ name, running: 0, waiting: 0 });
  });
});
