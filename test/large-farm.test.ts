// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { relist } from '#server/db/listings.ts';
import { renameListings } from '#server/market/stale-listings.ts';
import { engines, useTestServer, type Person } from '#test/engines.ts';
import { seedLargeFarm, type LargeFarm } from '#test/large-farm.ts';
import { recordLongestTurn } from '#test/event-loop.ts';
import { askRoute, seedFarm } from '#test/samples.ts';
import { recordStatementCosts, type RecordedCosts, type StatementCosts } from '#test/statement-costs.ts';
import { sampledDescribe } from '#test/long-run.ts';

const sizes = {
  sqlite: { chain: 25_000, children: 25_000, checkups: 50_000, breedings: 5000, listings: 5000 },
  // Rows are counted here, so a statement that reads all of one kind is found as well.
  postgres: { chain: 10_000, children: 10_000, checkups: 10_000, breedings: 3500, listings: 3500 },
};

/** A statement of SQLite runs in the server's own thread: so many steps take about five milliseconds. */
const maxSteps = 300_000;
/** A statement of PostgreSQL blocks nobody else, but it times out after five seconds. */
const maxRows = 8000;

/** All statements together of a request about one animal; requests about more animals have their own limits. */
const maxOfOneAnimal = { sqlite: 60_000, postgres: 5000 };

/** A count reads an index, ten times as many rows in the same time. */
const isCount = (sql: string): boolean => /^select (?:"farm_id", )?count\(\*\)/.test(sql);

const plain = { tagNumber: 'N', species: 'goat', sex: 'female' } as const;

sampledDescribe(engines)('on a large farm (%s)', (engine) => {
  const server = useTestServer(engine);
  let person: Person;
  let farm: LargeFarm;
  let statements: StatementCosts;
  beforeAll(async () => {
    statements = recordStatementCosts(engine);
    person = await server().register({ plan: 'enterprise', isAdmin: true });
    farm = await seedLargeFarm(server(), person, sizes[engine]);
  }, 240_000);
  afterAll(() => statements.stop());

  const change = (id: string, body: object) => () => person.call('changeAnimal', { params: { id }, body });

  const ofOneAnimal = (): Record<string, () => Promise<unknown>> => ({
    'reading a father of thousands': () => person.call('readAnimal', { params: { id: farm.father } }),
    'adding one': () => person.addAnimal(plain),
    'adding a child of the father': () => person.addAnimal({ ...plain, fatherId: farm.father }),
    'adding a child of the youngest generation': () => person.addAnimal({ ...plain, motherId: farm.youngest }),
    'the name of the father': change(farm.father, { name: 'Adam' }),
    'the sex of the father': change(farm.father, { sex: 'female' }),
    'the species of the father': change(farm.father, { species: 'sheep' }),
    'the birth year of the father': change(farm.father, { birthYear: 2020 }),
    'the birth date of the father': change(farm.father, { birthDate: '2019-01-02' }),
    'selling the father': change(farm.father, { forSale: true, salePrice: 5 }),
    'marking the father as sold': change(farm.father, { status: 'sold' }),
    'the mother of one without young': change(farm.plain, { motherId: farm.checked }),
    'a checkup of one with thousands': () =>
      person.call('addHealthRecord', { body: { animalId: farm.checked, date: '2026-05-02', healthStatus: '4' } }),
    'a mating of a pair with thousands': () =>
      person.call('addBreedingRecord', { body: { ...farm.pair, breedingDate: '2025-10-03', offspringIds: [farm.young] } }),
    'deleting one': () => person.call('deleteAnimal', { params: { id: farm.plain } }),
  });

  test('a request about one animal reads few rows, however many records it has', async () => {
    const expensive: string[] = [];
    for (const [what, request] of Object.entries(ofOneAnimal())) {
      const costs = statements.from();
      await request().catch(() => {});
      expect([what, costs.most.size > 1]).toEqual([what, true]);
      if (costs.sum > maxOfOneAnimal[engine]) expensive.push(`${what}: ${costs.sum}, ${describeMost(costs)}`);
    }
    expect(expensive).toEqual([]);
  });

  test('a cycle over thousands of generations is found by cheap statements', async () => {
    const costs = statements.from();
    const circle = change(farm.eldest, { motherId: farm.youngest });
    await recordTurn('refusing a cycle', () => expect(circle()).rejects.toThrow('An animal cannot be its own ancestor'));
    await recordTurn('looking for a cycle', change(farm.checked, { motherId: farm.youngest }));
    expect(tooExpensive(costs)).toEqual([]);
  });

  test('no route runs an expensive statement', async () => {
    const stocked = await seedFarm(person);
    const farmOfAll = { ...stocked, ids: { ...stocked.ids, 'for-sale': stocked.kid } };
    const expensive: Record<string, string> = {};
    const answered: string[] = [];
    for (const [name, route] of Object.entries<Route>(api)) {
      // A farm of thousands has a plan without a cap.
      if (['logout', 'login', 'switchPerson', 'register', 'deleteUser', 'selectPlan'].includes(name)) continue;
      const costs = statements.from();
      const query = route.download ? '?format=xlsx&from=1990-01-01&to=1990-01-02' : '';
      const { statusCode } = await askRoute(farmOfAll, name as keyof typeof api, { also: ['motherId', 'fatherId'], query });
      if (statusCode < 400) answered.push(name);
      const [worst] = tooExpensive(costs);
      if (worst !== undefined) expensive[name] = worst;
    }
    expect(expensive).toEqual({});
    expect(answered.length).toBeGreaterThan(35);
  });

  test('deleting the father of thousands, or an animal with thousands of checkups, is done in batches', async () => {
    const costs = statements.from();
    const other = await server().register({ plan: 'enterprise' });
    for (const id of [farm.checked, farm.father, farm.young]) {
      let isDone = false;
      const deleted = recordTurn('deleting', () =>
        person.call('deleteAnimal', { params: { id } }).finally(() => {
          isDone = true;
        }),
      );
      // Others write meanwhile.
      // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- it changes while others write
      while (!isDone) await other.addAnimal(plain);
      await deleted;
      await expect(person.call('readAnimal', { params: { id } })).rejects.toMatchObject({ code: 'animals.not_found' });
    }
    expect(tooExpensive(costs)).toEqual([]);
    const young = server().db.selectFrom('animals').select('id').where('father_id', '=', farm.father).limit(1);
    expect(await young.execute()).toEqual([]);
  });

  test('renaming or deleting the farm runs no expensive statement', async () => {
    const admin = await server().register({ isAdmin: true });
    for (let offered = 1; offered <= sizes[engine].listings / 500; offered += 1) {
      const notOffered = server()
        .db.selectFrom('animals')
        .select('id')
        .where('farm_id', '=', person.farmId)
        .where('is_reference', '=', false)
        .where('for_sale', '=', false)
        .limit(500);
      const animals = await server()
        .db.updateTable('animals')
        .set({ for_sale: true, sale_price_cents: offered })
        .where('farm_id', '=', person.farmId)
        .where('id', 'in', notOffered)
        .returning('id')
        .execute();
      const ids = animals.map(({ id }) => id);
      await server()
        .db.transaction()
        .execute((tx) => relist(tx, person.farmId, ids));
    }
    const costs = statements.from();
    await recordTurn('renaming', () => person.call('changeProfile', { body: { farmName: 'Château d’If' } }));
    await recordTurn('renaming its listings', () => renameListings.run(server().app.deps, new AbortController().signal));
    const found = await server().call('listForSale', { query: { search: 'chateau', limit: 200 } });
    expect(found).toHaveLength(200);
    expect(new Set(found.map(({ farmName }) => farmName))).toEqual(new Set(['Château d’If']));
    await recordTurn('deleting the farm', () => admin.call('deleteUser', { params: { id: person.userId }, query: {} }));
    expect(tooExpensive(costs)).toEqual([]);
    for (const table of ['animals', 'events', 'breeding_records', 'breeding_offspring', 'listings'] as const) {
      const left = server().db.selectFrom(table).select('farm_id').where('farm_id', '=', person.farmId).limit(1);
      expect(await left.execute()).toEqual([]);
    }
  });

  const recordTurn = (what: string, work: () => Promise<unknown>): Promise<void> =>
    recordLongestTurn(`${what}, large farm, ${engine}`, work);

  const tooExpensive = ({ most }: RecordedCosts): string[] =>
    [...most]
      .filter(([sql, cost]) => cost > (isCount(sql) ? 10 : 1) * (engine === 'sqlite' ? maxSteps : maxRows))
      .map(([sql, cost]) => `${Math.round(cost)}: ${sql}`);
});

function describeMost({ most }: RecordedCosts): string {
  const [dearest] = [...most].toSorted(([, a], [, b]) => b - a);
  return `most of it by ${dearest?.[0]}`;
}
