import { uuidv7 } from 'uuidv7';
import { afterEach, expect, test, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import { api, type Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { purgeOldChanges } from '#server/db/changes.ts';
import { Problem } from '#server/problem.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { addGoat, addPlace, epochOf, outcomesOf, placesOf, receiptIds, resultOf, resultsOf, sync } from '#test/operations.ts';
import { seedFarm, type SeededFarm } from '#test/samples.ts';

const seed = async (server: TestServer, call?: string): Promise<SeededFarm> =>
  seedFarm(await server.register({ plan: 'enterprise' }), call === undefined ? api.addAnimal : api[call as keyof Api]);

describeOnEachEngine('an operation that a browser has stored', (server) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('of a record that has changed since is a clash and leaves no receipt', async () => {
    const { person, kid } = await seedFarm(await server().register({ plan: 'enterprise' }));
    const change = { id: uuidv7(), call: 'changeAnimal', params: { id: kid }, body: { name: 'Bella', version: 999 } };
    expect(await resultOf(person, change)).toEqual({
      id: change.id,
      outcome: 'clash',
      status: 409,
      code: 'record.stale',
      message: errors['record.stale'][1],
    });
    expect(await receiptIds(server(), person)).toEqual([]);
  });

  test('of a deleted record, an animal in withdrawal or an id that is taken are refused with the reason', async () => {
    const { person, kid } = await seed(server());
    const day = new Date().toISOString().slice(0, 10);
    const treatment = { productName: 'Drench', unit: 'ml', withdrawals: [{ product: 'meat', days: 30 }] };
    const head = { id: uuidv7(), animalId: kid, day };
    const [gone, taken] = [uuidv7(), uuidv7()];
    const ops = [
      { id: uuidv7(), call: 'recordEvents', body: { events: [{ ...head, kind: 'treatment', ...treatment }] } },
      { id: uuidv7(), call: 'changeAnimal', params: { id: kid }, body: { status: 'sold' } },
      { id: uuidv7(), call: 'changeAnimal', params: { id: gone }, body: { name: 'Bella' } },
      addGoat({}, taken),
      addGoat({ tagNumber: 'Another' }, taken),
      { id: uuidv7(), call: 'deleteAnimal', params: { id: kid } },
      { id: uuidv7(), call: 'deleteAnimal', params: { id: kid } },
    ];
    expect((await resultsOf(person, ops)).map(({ outcome, status, code }) => [outcome, status, code])).toEqual([
      ['applied', undefined, undefined],
      ['refused', 409, 'animals.in_withdrawal'],
      ['refused', 404, 'animals.not_found'],
      ['applied', undefined, undefined],
      ['refused', 409, 'create.conflict'],
      ['applied', undefined, undefined],
      ['refused', 404, 'animals.not_found'],
    ]);
  });

  test("past the plan's cap are refused individually, without a birth, and are applied when there is room", async () => {
    const person = await server().register({ plan: 'guest' });
    const { limit } = await person.call('currentUser').then(({ animalLimit }) => ({ limit: animalLimit ?? 0 }));
    const dam = uuidv7();
    const ops = [addGoat({}, dam), ...Array.from({ length: limit - 2 }, () => addGoat())];
    const twins = {
      id: uuidv7(),
      call: 'recordEvents',
      body: {
        events: [
          {
            id: uuidv7(),
            kind: 'birth',
            animalId: dam,
            day: '2026-03-01',
            young: [
              { sex: 'female', state: 'alive' },
              { sex: 'male', state: 'alive' },
            ],
          },
        ],
      },
    };
    const last = addGoat();
    const over = addGoat();
    expect(new Set(await outcomesOf(person, ops))).toEqual(new Set(['applied']));
    expect((await resultsOf(person, [twins, last, over])).map(({ outcome, code }) => [outcome, code])).toEqual([
      ['applied', undefined],
      ['refused', 'plan.limit_reached'],
      ['refused', 'plan.limit_reached'],
    ]);
    expect(await person.call('listAnimals')).toHaveLength(limit);
    await server().setPlan(person, 'enterprise');
    expect(await outcomesOf(person, [last, over])).toEqual(['applied', 'applied']);
    expect(await person.call('listAnimals')).toHaveLength(limit + 3);
  });

  /** Fails at the first read of the clock, which each call does after beginning its transaction. */
  function failOnce(error: unknown): void {
    const { deps } = server().app;
    const { now } = deps;
    const fail = (): never => {
      Object.assign(deps, { now });
      throw error;
    };
    Object.assign(deps, { now: fail });
  }

  test('that fail by a bug or a temporary error have the outcome `later`, and the others are applied', async () => {
    for (const [error, status, code] of [
      [new TypeError('undefined is not a function'), 500, 'server.failed'],
      [new Problem('files.away'), 503, 'files.away'],
      [new Problem('request.too_many'), 429, 'request.too_many'],
    ] as const) {
      const person = await server().register();
      const ops = [addPlace('Barn'), addPlace('Shed')];
      const epoch = await epochOf(person);
      failOnce(error);
      const { results } = await sync(person, ops, epoch);
      expect(results.map(({ outcome, status: of, code: said }) => [outcome, of, said])).toEqual([
        ['later', status, code],
        ['applied', undefined, undefined],
      ]);
      expect(JSON.stringify(results)).not.toContain('undefined is not');
      expect(await receiptIds(server(), person)).toEqual([ops[1]?.id]);
      expect(await outcomesOf(person, ops)).toEqual(['applied', 'replayed']);
    }
  });

  test.each([
    ['full', { code: 'ENOSPC' }, 507, 'server.full'],
    ['broken', { errcode: 10 }, 500, 'server.unsure'],
    ['away', { code: 'ECONNREFUSED' }, 503, 'server.busy'],
  ])('that find the disk or database %s all come later, except those that were done', async (_, error, status, code) => {
    const person = await server().register();
    const done = addPlace('Shed');
    const ops = [addPlace('Barn'), done, addPlace('Hill')];
    await sync(person, [done]);
    const epoch = await epochOf(person);
    failOnce(Object.assign(new Error('detail'), error));
    const { results } = await sync(person, ops, epoch);
    expect(results.map(({ outcome, status: of, code: said }) => [outcome, of, said])).toEqual([
      ['later', status, code],
      ['replayed', undefined, undefined],
      ['later', status, code],
    ]);
    expect(await placesOf(person)).toEqual(['Shed']);
    expect(await outcomesOf(person, ops)).toEqual(['applied', 'replayed', 'applied']);
  });

  test('that do not fit into four seconds have the outcome `later`', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const ops = Array.from({ length: 8 }, (_, index) => addPlace(`Pen ${index}`));
    const real = performance.now.bind(performance);
    const { deps } = server().app;
    const { now } = deps;
    let waited = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => real() + waited);
    Object.assign(deps, {
      now: () => {
        // Each operation asks once.
        waited += 1500;
        return now();
      },
    });
    const { results } = await sync(person, ops, epoch).finally(() => Object.assign(deps, { now }));
    expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      ...Array<string>(3).fill('applied'),
      ...Array<string>(5).fill('sync.no_time'),
    ]);
    expect(results.at(-1)).toMatchObject({ outcome: 'later', status: 503 });
    expect(await outcomesOf(person, ops)).toEqual([...Array<string>(3).fill('replayed'), ...Array<string>(5).fill('applied')]);
  });

  test('of 2,000 events are one write, and are applied once although their reply is too long to be stored', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const goats = Array.from({ length: 20 }, () => uuidv7());
    await sync(
      person,
      goats.map((id) => addGoat({}, id)),
    );
    const events = Array.from({ length: 2000 }, (_, index) => ({
      id: uuidv7(),
      kind: 'weighing',
      animalId: goats[index % 20],
      day: `2026-0${1 + (index % 3)}-${String(10 + (index % 15))}`,
      weightGrams: 20_000 + index,
    }));
    const op = { id: uuidv7(), call: 'recordEvents', body: { events } };
    const [done] = await resultsOf(person, [op]);
    expect(done?.outcome).toBe('applied');
    expect((done?.row as Reply<Api['recordEvents']> | undefined)?.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    const [act] = await person.call('listActs');
    expect(act?.call).toBe('recordEvents');
    expect(await resultsOf(person, [op, addPlace('Barn')])).toMatchObject([{ outcome: 'replayed' }, { outcome: 'applied' }]);
    expect((await resultOf(person, op)).row).toBeUndefined();
    const { count } = await server()
      .db.selectFrom('events')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('farm_id', '=', person.farmId)
      .where('kind', '=', 'weighing')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2000);
  });

  test('with long replies are applied in several requests', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const goats = Array.from({ length: 20 }, () => uuidv7());
    await sync(
      person,
      goats.map((id) => addGoat({}, id)),
    );
    const ids = Array.from({ length: 2000 }, () => uuidv7());
    const events = ids.map((id, index) => ({
      id,
      kind: 'weighing',
      animalId: goats[index % 20],
      day: '2026-05-01',
      weightGrams: 20_000 + index,
    }));
    await sync(person, [{ id: uuidv7(), call: 'recordEvents', body: { events } }]);
    const ops = Array.from({ length: 8 }, () => ({ id: uuidv7(), call: 'voidEvents', body: { ids } }));
    const codes = (await resultsOf(person, ops)).map(({ outcome, code }) => code ?? outcome);
    expect([codes[0], codes.at(-1)]).toEqual(['applied', 'sync.no_time']);
  });

  test('have a receipt for a year', async () => {
    const person = await server().register();
    const op = addPlace('Barn');
    await sync(person, [op]);
    const purgeAfter = (days: number) => purgeOldChanges(server().db, new Date(Date.now() + days * 86_400_000));
    await purgeAfter(365);
    expect(await receiptIds(server(), person)).toEqual([op.id]);
    await purgeAfter(367);
    expect(await receiptIds(server(), person)).toEqual([]);
  });
});
