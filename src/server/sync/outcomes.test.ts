import { uuidv7 } from 'uuidv7';
import { expect, test, vi } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { purgeOldChanges } from '#server/db/changes.ts';
import { Problem } from '#server/problem.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { addGoat, addPlace, epochOf, outcomesOf, placesOf, receiptIds, resultOf, resultsOf, sync } from '#test/operations.ts';
import type { Op } from '#test/operations.ts';
import { seedFarm } from '#test/samples.ts';

describeOnEachEngine('an operation that a browser has stored', (server) => {
  const seed = async () => seedFarm(await server().register({ plan: 'enterprise' }), api.addAnimal);

  test('of a deleted record, an animal in withdrawal or an id that is taken are refused with the reason', async () => {
    const { person, kid } = await seed();
    const day = new Date().toISOString().slice(0, 10);
    const withdrawals = [{ product: 'meat', days: 30 }];
    await person.record({ animalId: kid, day, kind: 'treatment', productName: 'Drench', withdrawals });
    const taken = uuidv7();
    const ofAnimal = (call: string, id: string, body?: object) => ({ id: uuidv7(), call, params: { id }, ...(body && { body }) });
    const expected: [Op, outcome: string, code?: string, status?: number][] = [
      [ofAnimal('changeAnimal', kid, { status: 'sold' }), 'refused', 'animals.in_withdrawal', 409],
      [ofAnimal('changeAnimal', uuidv7(), { name: 'Bella' }), 'refused', 'animals.not_found', 404],
      [addGoat({}, taken), 'applied'],
      [addGoat({ tagNumber: 'Another' }, taken), 'refused', 'create.conflict', 409],
      [ofAnimal('deleteAnimal', kid), 'applied'],
      [ofAnimal('deleteAnimal', kid), 'refused', 'animals.not_found', 404],
    ];
    const ops = expected.map(([op]) => op);
    const results = (await resultsOf(person, ops)).map(({ outcome, code, status }) => [outcome, code, status]);
    expect(results).toEqual(expected.map(([, outcome, code, status]) => [outcome, code, status]));
  });

  test("past the plan's cap are refused individually, without a birth, and are applied when there is room", async () => {
    const person = await server().register({ plan: 'guest' });
    const dam = uuidv7();
    for (let n = 0; n < 9; n += 1) await person.addAnimal(n === 0 ? { id: dam } : {});
    const young = [{ sex: 'female', state: 'alive' }];
    const birth = { id: uuidv7(), kind: 'birth', animalId: dam, day: '2026-03-01', young: [...young, ...young] };
    const twins = { id: uuidv7(), call: 'recordEvents', body: { events: [birth] } };
    const more = [addGoat(), addGoat()];
    expect((await resultsOf(person, [twins, ...more])).map(({ outcome, code }) => [outcome, code])).toEqual([
      ['applied', undefined],
      ['refused', 'plan.limit_reached'],
      ['refused', 'plan.limit_reached'],
    ]);
    expect(await person.call('listAnimals')).toHaveLength(10);
    await server().setPlan(person, 'enterprise');
    expect(await outcomesOf(person, more)).toEqual(['applied', 'applied']);
    expect(await person.call('listAnimals')).toHaveLength(13);
  });

  /** Fails at the first read of the clock, which each call does after beginning its transaction. */
  const failOnce = (error: unknown): void =>
    void vi.spyOn(server().app.deps, 'now').mockImplementationOnce(() => {
      throw error;
    });

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
      expect(results).toMatchObject([{ outcome: 'later', status, code }, { outcome: 'applied' }]);
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
    const later = { outcome: 'later', status, code };
    expect(results).toMatchObject([later, { outcome: 'replayed' }, later]);
    expect(await placesOf(person)).toEqual(['Shed']);
    expect(await outcomesOf(person, ops)).toEqual(['applied', 'replayed', 'applied']);
  });

  test('that do not fit into four seconds have the outcome `later`', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const ops = Array.from({ length: 8 }, (_, index) => addPlace(`Pen ${index}`));
    const real = performance.now.bind(performance);
    let waited = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => real() + waited);
    // Each operation asks once.
    vi.spyOn(server().app.deps, 'now').mockImplementation(() => ((waited += 1500), server().clock.now()));
    const { results } = await sync(person, ops, epoch).finally(() => void vi.restoreAllMocks());
    const three = <T>(said: T, rest: T) => [said, said, said, ...Array<T>(5).fill(rest)];
    expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual(three('applied', 'sync.no_time'));
    expect(results.at(-1)).toMatchObject({ outcome: 'later', status: 503 });
    expect(await outcomesOf(person, ops)).toEqual(three('replayed', 'applied'));
  });

  const weighings = async (person: Person) => {
    const goats = Array.from({ length: 20 }, () => uuidv7());
    for (const id of goats) await person.addAnimal({ id });
    const weighing = { kind: 'weighing', day: '2026-05-01', weightGrams: 20_000 };
    const events = Array.from({ length: 2000 }, (_, index) => ({ ...weighing, id: uuidv7(), animalId: goats[index % 20] }));
    return { id: uuidv7(), call: 'recordEvents', body: { events } };
  };

  test('of 2,000 events are one write, and are applied once although their reply is too long to be stored', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const op = await weighings(person);
    const done = await resultOf(person, op);
    expect(done.outcome).toBe('applied');
    const reply = done.row as Reply<Api['recordEvents']> | undefined;
    expect(reply?.events.map(({ id }) => id)).toEqual(op.body.events.map(({ id }) => id));
    const calls = (await person.call('listActs')).map(({ call }) => call);
    expect(calls).toEqual(['recordEvents', ...Array<string>(20).fill('addAnimal')]);
    const [again] = await resultsOf(person, [op, addPlace('Barn')]);
    expect([again?.outcome, again?.row]).toEqual(['replayed', undefined]);
    expect((await readAllRows(server(), person.farmId)).get('events')).toHaveLength(2000);
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
