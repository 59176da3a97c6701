// @module-tag long
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { distribute } from '#server/db/engines/distribute.ts';
import { measureFarm } from '#server/plans/measure-farms.ts';
import { readAllRows } from '#test/database-rows.ts';
import { useTestServer, type Person } from '#test/engines.ts';
import { seedFarm } from '#test/samples.ts';

const server = useTestServer('postgres');
let before: Person;
beforeAll(async () => {
  ({ person: before } = await seedFarm(await server().register({ plan: 'enterprise' })));
});

const countReferences = async () =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_constraint where contype = 'f' and conparentid = 0`.execute(
      server().db,
    )
  ).rows[0]?.count;

/** Which tables a statement reads, with its values known, as the driver sends it. */
async function tablesRead(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${query}`.execute(server().db);
  return rows.flatMap((row) => /(?:Scan|on) (?:using \w+ )?on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
}

test('a database with farms is partitioned by farm, once, with every row and every reference, and stores as much of a farm', async () => {
  const look = async () => ({
    rows: await readAllRows(server()),
    references: await countReferences(),
    stored: await measureFarm(server().db, before.farmId),
  });
  const whole = await look();
  expect(await distribute(server().db)).toMatch(/16 partitions by farm/);
  expect(await distribute(server().db)).toMatch(/already/);
  expect(await look()).toEqual(whole);
});

test('farms from before and after it are read, changed, taken along and undone as ever', async () => {
  const { person } = await seedFarm(await server().register({ plan: 'enterprise' }));
  for (const farmer of [before, person]) {
    const added = { tagNumber: 'P-1', species: 'goat', sex: 'female', forSale: true, salePrice: 5 } as const;
    const { id } = await farmer.addAnimal(added);
    await farmer.call('changeAnimal', { params: { id }, body: { name: 'Ada' } });
    const weighing = { id: crypto.randomUUID(), kind: 'weighing', animalId: id, day: '2026-05-01', weightGrams: 40_000 } as const;
    await farmer.call('recordEvents', { body: { events: [weighing] } });
    await farmer.call('deleteAnimal', { params: { id } });
    const [act] = await farmer.call('listActs');
    await farmer.call('undoAct', { params: { revision: act?.revision ?? 0 } });
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ name: 'Ada' });
    expect((await server().visitor().call('readListing', { params: { id } })).tagNumber).toBe('P-1');
    const archive = await farmer.send({ method: 'GET', url: '/api/archive' });
    expect(archive.statusCode).toBe(200);
    const other = await server().register({ plan: 'enterprise' });
    await other.upload('importArchive', { name: 'farm.zip', bytes: new Uint8Array(archive.rawPayload) });
    expect(await other.call('listAnimals')).toHaveLength((await farmer.call('listAnimals')).length);
  }
});

test('the address of an offered animal stays with its farm, whoever uses its id', async () => {
  const [owner, thief] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
  const animal = { species: 'goat', sex: 'female', forSale: true, salePrice: 5 } as const;
  const { id } = await owner.addAnimal({ ...animal, tagNumber: 'Mine' });
  await thief.addAnimal({ ...animal, id, tagNumber: 'Taken' }).catch(() => undefined);
  expect((await server().visitor().call('readListing', { params: { id } })).tagNumber).toBe('Mine');
});

test('a statement about a farm reads one partition of each table', async () => {
  const { farmId } = before;
  for (const table of ['animals', 'events', 'changes', 'breeding_records'])
    expect(await tablesRead(sql`select * from ${sql.table(table)} where farm_id = ${farmId}`)).toEqual([
      expect.stringMatching(new RegExp(`^${table}_\\d+$`)),
    ]);
  expect(await tablesRead(sql`select * from farms where id = ${farmId}`)).toHaveLength(1);
});
