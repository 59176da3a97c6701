import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Insertable } from 'kysely';
import { describeOnEachEngine, openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { seedLargeFarm } from '#test/large-farm.ts';
import { readAllRows } from '#test/database-rows.ts';
import { readRevision } from './changes.ts';
import { openDatabase } from './connect.ts';
import type { Database } from './schema.ts';
import { inFarmSnapshot, inFarmTransaction, releaseWriter, pause, rollBackInterrupted, type Tx } from './transaction.ts';

class Broken extends Error {}

/** Changes rows of every kind, with a pause after each step, so that each is a slice. */
async function changeMuch(tx: Tx, { farmId }: Person, between: (step: number) => Promise<void> = async () => {}): Promise<void> {
  const ofFarm = { farm_id: farmId };
  const add = (fields: Partial<Insertable<Database['animals']>>) =>
    tx
      .insertInto('animals')
      .values({
        ...ofFarm,
        id: crypto.randomUUID(),
        tag_number: "It's",
        species: 'goat',
        sex: 'female',
        status: 'active',
        health_status: '3',
        vaccinated: true,
        for_sale: true,
        sale_price_cents: 5,
        is_reference: false,
        create_digest: '',
        revision: 0,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        ...fields,
      })
      .execute();
  const mother = crypto.randomUUID();
  const steps: (() => Promise<unknown>)[] = [
    () => add({ id: mother, notes: 'Ünïcode 🐐 \n "quoted"' }),
    () => add({ mother_id: mother }),
    () => tx.updateTable('animals').set({ name: null, tag_number: 'all', version: 7 }).where('farm_id', '=', farmId).execute(),
    () => tx.updateTable('animals').set({ mother_id: null }).where('farm_id', '=', farmId).execute(),
    () => tx.updateTable('farms').set({ name: 'Renamed', address: 'Elsewhere' }).where('id', '=', farmId).execute(),
    () => tx.deleteFrom('breeding_offspring').where('farm_id', '=', farmId).execute(),
    () => tx.deleteFrom('animals').where('farm_id', '=', farmId).where('father_id', 'is not', null).execute(),
    () => tx.deleteFrom('animals').where('farm_id', '=', farmId).execute(),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    await releaseWriter(tx);
    await between(index);
  }
}

/**
 * Without the revision and the position of listings, which each write changes, and without `gone`, which may contain rows that were rolled
 * back, of which no copy of the farm knows.
 */
async function stateOf(server: TestServer, { farmId }: Person): Promise<unknown> {
  const rows = [...(await readAllRows(server, farmId))].filter(([table]) => table !== 'gone');
  return Object.fromEntries(
    rows.map(([table, list]) => [
      table,
      list.map((row) => ({ ...row, revision: 0, position: table === 'listings' ? 0 : row['position'] })),
    ]),
  );
}

async function stock(server: TestServer): Promise<Person> {
  const person = await server.register({ plan: 'enterprise' });
  await seedLargeFarm(server, person, { chain: 5, children: 5, checkups: 20, breedings: 5 });
  await person.call('changeProfile', { body: { farmName: 'Before' } });
  const [first] = await person.call('listAnimals');
  await person.call('changeAnimal', { params: { id: first?.id ?? '' }, body: { forSale: true, salePrice: 3, name: 'Offered' } });
  return person;
}

describeOnEachEngine('a transaction that pauses', (server) => {
  test('is atomic', async () => {
    const person = await stock(server());
    await inFarmTransaction(server().db, person.farmId, (tx) => changeMuch(tx, person));
    expect(await person.call('listAnimals')).toEqual([]);
    expect(await person.call('currentUser')).toMatchObject({ farmName: 'Renamed' });
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('that fails after its step %s leaves everything as it was', async (last) => {
    const person = await stock(server());
    const before = await stateOf(server(), person);
    const work = inFarmTransaction(server().db, person.farmId, (tx) =>
      changeMuch(tx, person, async (step) => {
        if (step === last) throw new Broken();
      }),
    );
    await expect(work).rejects.toThrow(Broken);
    expect(await stateOf(server(), person)).toEqual(before);
  });

  test('is visible to its farm only when complete, and lets other farms write meanwhile', async () => {
    const [person, other] = [await stock(server()), await stock(server())];
    const seen: Promise<number>[] = [];
    await inFarmTransaction(server().db, person.farmId, (tx) =>
      changeMuch(tx, person, async () => {
        seen.push(person.call('listAnimals').then(({ length }) => length));
        await other.call('addAnimal', { body: { tagNumber: 'O', species: 'goat', sex: 'male' } });
      }),
    );
    // PostgreSQL shows the state before the transaction, SQLite the one after it.
    expect(new Set(await Promise.all(seen)).difference(new Set([0, 15]))).toEqual(new Set());
    expect((await other.call('listAnimals')).filter(({ tagNumber }) => tagNumber === 'O')).toHaveLength(8);
  });

  test('is not partially visible in a snapshot of its farm, although the revision is taken in the first step', async () => {
    const person = await stock(server());
    const count = () =>
      inFarmSnapshot(server().db, person.farmId, readRevision, async (tx, revision) => {
        const animals = await tx.selectFrom('animals').select('id').where('farm_id', '=', person.farmId).execute();
        return `${animals.length} at ${revision}`;
      });
    const before = await count();
    const seen: Promise<string>[] = [];
    await inFarmTransaction(server().db, person.farmId, (tx) => changeMuch(tx, person, async () => void seen.push(count())));
    const after = await count();
    expect(after).toMatch(/^0 at /);
    expect(new Set(await Promise.all(seen)).difference(new Set([before, after]))).toEqual(new Set());
  });

  test('keeps other writes of its farm waiting until it has ended', async () => {
    const person = await stock(server());
    let added: Promise<unknown> | undefined;
    const order: string[] = [];
    await inFarmTransaction(server().db, person.farmId, async (tx) => {
      await changeMuch(tx, person, async (step) => {
        if (step !== 0) return;
        added = person
          .call('addAnimal', { body: { tagNumber: 'N', species: 'goat', sex: 'male' } })
          .then(() => order.push('added'));
        await setTimeout(50);
      });
      order.push('written');
    });
    await added;
    expect(order).toEqual(['written', 'added']);
    expect(await person.call('listAnimals')).toHaveLength(1);
  });

  test('can run beside others, of other farms and of the same one', async () => {
    const people = [await stock(server()), await stock(server()), await stock(server())];
    const before = await Promise.all(people.map((person) => stateOf(server(), person)));
    await Promise.allSettled(
      people.flatMap((person) => [
        inFarmTransaction(server().db, person.farmId, (tx) => changeMuch(tx, person).then(() => Promise.reject(new Broken()))),
        inFarmTransaction(server().db, person.farmId, (tx) => changeMuch(tx, person).then(() => Promise.reject(new Broken()))),
      ]),
    );
    expect(await Promise.all(people.map((person) => stateOf(server(), person)))).toEqual(before);
  });
});

describe('on SQLite a transaction that pauses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('sqlite');
  });
  afterAll(() => server.close());
  const logged = async (): Promise<number> => {
    const { rows } = await sql<{
      count: number;
    }>`select (select count(*) from undo_log) + (select count(*) from long_transactions) as count`.execute(server.db);
    return rows[0]?.count ?? -1;
  };

  test.each([0, 3, 7])('whose server died after step %s is undone by the next start', async (last) => {
    const person = await stock(server);
    const before = await stateOf(server, person);
    // A second connection never finishes, as if its process had crashed.
    const { db: dying } = openDatabase(server.config);
    const { promise: died, resolve: die } = Promise.withResolvers<void>();
    void inFarmTransaction(dying, person.farmId, (tx) =>
      changeMuch(tx, person, async (step) => {
        if (step !== last) return;
        die();
        await new Promise(() => {});
      }),
    );
    await died;
    expect(await stateOf(server, person)).not.toEqual(before);
    const { db: next } = openDatabase(server.config);
    expect(await rollBackInterrupted(next)).toBe(1);
    expect(await rollBackInterrupted(next)).toBe(0);
    await next.destroy();
    expect(await stateOf(server, person)).toEqual(before);
    expect(await logged()).toBe(0);
  });

  test('leaves no undo log, whether it is short or long', async () => {
    const person = await stock(server);
    await inFarmTransaction(server.db, person.farmId, async (tx) => pause(tx));
    await inFarmTransaction(server.db, person.farmId, (tx) => changeMuch(tx, person));
    await expect.poll(logged).toBe(0);
  });

  test('and cannot be undone on a full disk hides its half-written farm, and is undone once there is space', async () => {
    const person = await stock(server);
    const before = await stateOf(server, person);
    const refusal = inFarmTransaction(server.db, person.farmId, async (tx) => {
      await changeMuch(tx, person, async (step) => {
        if (step !== 6) return;
        await sql`create trigger no_room before delete on undo_log begin select raise(rollback, 'disk full'); end`.execute(
          server.db,
        );
        throw new Broken();
      });
    });
    await expect(refusal).rejects.toThrow(Broken);
    const read = person.call('listAnimals').then(({ length }) => length);
    expect(await Promise.race([read, setTimeout(300, 'waits')])).toBe('waits');
    await sql`drop trigger no_room`.execute(server.db);
    expect(await read).toBe(15);
    expect(await stateOf(server, person)).toEqual(before);
  });
});
