import { uuidv7 } from 'uuidv7';
import { afterEach, expect, test, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import { api, type Api } from '#contract/index.ts';
import type { Reply, Route } from '#contract/route.ts';
import { maxOperations } from '#contract/sync.ts';
import { removeFarm } from '#server/admin/remove-farm.ts';
import { createApp } from '#server/app.ts';
import { purgeOldChanges } from '#server/db/changes.ts';
import { openDatabase } from '#server/db/connect.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, Person, type TestServer } from '#test/engines.ts';
import { bodyFields, offlineCalls, sampleOperation, seedFarm, waysTo, type SeededFarm } from '#test/samples.ts';

interface Op {
  readonly id: string;
  readonly call: string;
  readonly params?: object;
  readonly body?: unknown;
  readonly needs?: readonly string[];
  readonly shape?: number;
}

type Results = Reply<Api['sync']>['results'];

const epochOf = async (person: Person): Promise<string> => (await person.call('readChanges', { query: { limit: 1 } })).epoch;

async function sync(person: Person, ops: readonly Op[], epoch?: string): Promise<Reply<Api['sync']>> {
  return person.call('sync', { body: { device: 'phone', epoch: epoch ?? (await epochOf(person)), ops: ops as never } });
}

const resultsOf = async (person: Person, ops: readonly Op[]): Promise<Results> => (await sync(person, ops)).results;
const outcomesOf = async (person: Person, ops: readonly Op[]): Promise<string[]> =>
  (await resultsOf(person, ops)).map(({ outcome }) => outcome);
const resultOf = async (person: Person, op: Op) => (await resultsOf(person, [op]))[0]!;

const addPlace = (name: string, more: Partial<Op> = {}): Op => ({ id: uuidv7(), call: 'addPlace', body: { name }, ...more });
const addGoat = (more: object = {}, id = uuidv7()): Op => ({
  id: uuidv7(),
  call: 'addAnimal',
  body: { id, tagNumber: 'A-1', species: 'goat', sex: 'female', birthDate: '2021-01-01', ...more },
});
const weigh = (animalId: string, weightGrams: number, day = '2026-05-01'): Op => ({
  id: uuidv7(),
  call: 'recordEvents',
  body: { events: [{ id: uuidv7(), kind: 'weighing', animalId, day, weightGrams }] },
});
const placesOf = async (person: Person): Promise<string[]> =>
  (await person.call('listPlaces')).map(({ name }) => name).toSorted();

const receiptIds = async ({ db }: TestServer, { farmId }: Person): Promise<string[]> =>
  (await db.selectFrom('receipts').select('id').where('farm_id', '=', farmId).execute()).map(({ id }) => id);

/** Everything of a farm without the receipts. */
async function recordsOf(server: TestServer, { farmId }: Person): Promise<object> {
  const rows = await readAllRows(server, farmId);
  rows.delete('receipts');
  return Object.fromEntries(rows);
}

/** The same for two farms that hold the same: ids by their order of appearance, names of people and moments alike. */
function masked(value: unknown): string {
  const ids: string[] = [];
  return JSON.stringify(value)
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => `#${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`)
    .replaceAll(/farmer\d+-[\da-f]{8}/g, 'farmer')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/"version":"[\w-]{22}"/g, '"version":"<version>"');
}

const seed = async (server: TestServer, call?: string): Promise<SeededFarm> =>
  seedFarm(await server.register({ plan: 'enterprise' }), call === undefined ? api.addAnimal : api[call as keyof Api]);

test('a call that may wait is a write of a farm, and what it creates has an id made by the browser', () => {
  expect(offlineCalls.length).toBeGreaterThan(20);
  for (const call of offlineCalls) {
    const route: Route = api[call];
    expect([call, route.access, route.file, route.byRevision]).toEqual([call, 'farm', undefined, undefined]);
    expect([call, route.method]).not.toEqual([call, 'GET']);
    const creates = route.method === 'POST' && route.status === 201;
    const fields =
      call === 'recordEvents' ? Object.keys(api.recordEvents.body.shape.events.element.options[0].shape) : bodyFields(route);
    if (creates || call === 'replaceEvent') expect([call, fields]).toEqual([call, expect.arrayContaining(['id'])]);
  }
});

describeOnEachEngine('operations that a browser has stored', (server) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each(offlineCalls)('%s does and answers by sync what it does and answers by its own route', async (call) => {
    const route: Route = api[call];
    const effects = [];
    for (const [, send] of waysTo(call, route)) {
      const farm = await seed(server(), call);
      const {
        id: _,
        call: __,
        ...input
      } = sampleOperation(
        call,
        farm,
        bodyFields(route).filter((field) => field === 'id'),
      );
      const { statusCode, payload } = await send(farm.person, farm, input);
      const { person } = farm;
      const lists = [await person.call('listAnimals'), await person.call('listEvents'), await person.call('listBreedingRecords')];
      const [act] = await person.call('listActs');
      effects.push({ statusCode, payload: masked(JSON.parse(payload)), lists: masked(lists), act: [act?.call, act?.counts] });
    }
    expect(effects[0]?.statusCode).toBeLessThan(300);
    expect(effects[1]).toEqual(effects[0]);
  });

  test.each(offlineCalls)('%s that is sent again and again, also at once, is done once and answered alike', async (call) => {
    const farm = await seed(server(), call);
    const { person } = farm;
    const op = sampleOperation(call, farm);
    const [first, ...others] = (await Promise.all([1, 2, 3].map(() => resultOf(person, op)))).toSorted((a, b) =>
      a.outcome < b.outcome ? -1 : 1,
    );
    expect([first?.outcome, ...others.map(({ outcome }) => outcome)]).toEqual(['applied', 'replayed', 'replayed']);
    const after = await recordsOf(server(), person);
    for (const each of [...others, await resultOf(person, op), await resultOf(person, op)]) {
      expect(each).toEqual({ ...first, outcome: 'replayed' });
    }
    expect(await recordsOf(server(), person)).toEqual(after);
    expect(await receiptIds(server(), person)).toEqual([op.id]);
  });

  test('that reach two servers at the same time are done once', async () => {
    const { db, config, clock, engine } = server();
    const another = engine === 'postgres' ? openDatabase(config).db : db;
    const app = await createApp({ db: another, config, now: clock.now, webDir: 'no-such-folder' });
    const person = await server().register();
    const elsewhere = new Person(app, person);
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
    const ops = Array.from({ length: 10 }, (_, index) => addPlace(`Pen ${index}`));
    const answers = await Promise.all([person, elsewhere, person, elsewhere].map((each) => resultsOf(each, ops)));
    await app.close();
    if (another !== db) await another.destroy();
    for (const [index] of ops.entries()) {
      expect(answers.map((results) => results[index]?.outcome).toSorted()).toEqual([
        'applied',
        'replayed',
        'replayed',
        'replayed',
      ]);
      expect(new Set(answers.map((results) => JSON.stringify(results[index]?.row))).size).toBe(1);
    }
    expect(await placesOf(person)).toHaveLength(10);
    expect((await person.call('listActs')).map(({ call }) => call)).toEqual(ops.map(({ call }) => call));
  });

  test('are done in their order, and what is refused stops nothing but what needs it', async () => {
    const person = await server().register();
    const goat = uuidv7();
    const [good, bad] = [addGoat({}, goat), addGoat({ tagNumber: '' })];
    const ops = [
      { ...weigh(goat, 1000), needs: [good.id] },
      good,
      bad,
      { ...addPlace('Needs the refused one'), needs: [bad.id] },
      { ...weigh(goat, 2000), needs: [good.id] },
      { ...addPlace('Needs one that nobody knows'), needs: [uuidv7()] },
      addPlace('Needs none'),
    ];
    const { revision, results } = await sync(person, ops);
    expect(results.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
      [ops[0]?.id, 'later', 'sync.needs_other'],
      [good.id, 'applied', undefined],
      [bad.id, 'refused', 'request.invalid'],
      [ops[3]?.id, 'later', 'sync.needs_other'],
      [ops[4]?.id, 'applied', undefined],
      [ops[5]?.id, 'later', 'sync.needs_other'],
      [ops[6]?.id, 'applied', undefined],
    ]);
    expect(results[2]?.errors).toMatchObject([{ path: 'tagNumber' }]);
    expect(await placesOf(person)).toEqual(['Needs none']);
    expect((await person.call('readChanges', { query: {} })).to).toBe(revision);
    // What it needs has a receipt by now.
    const again = await sync(person, [ops[0]!]);
    expect(again.results).toMatchObject([{ outcome: 'applied' }]);
    expect(again.revision).toBeGreaterThan(revision);
  });

  test('that are done again after nothing was written say the revision that has them', async () => {
    const person = await server().register();
    const op = addPlace('Barn');
    const { revision } = await sync(person, [op]);
    expect((await sync(person, [op])).revision).toBe(revision);
  });

  test('are logged, shown in Recent and undone as the calls that they are', async () => {
    const person = await server().register();
    const op = addPlace('Barn');
    const { revision } = await sync(person, [op, addPlace('Shed')]);
    const acts = await person.call('listActs');
    expect(acts.map(({ call, canUndo }) => [call, canUndo])).toEqual([
      ['addPlace', true],
      ['addPlace', true],
    ]);
    expect(acts[0]?.revision).toBe(revision);
    await person.call('undoAct', { params: { revision } });
    expect((await person.call('listPlaces')).map(({ archivedAt }) => archivedAt === null).toSorted()).toEqual([false, true]);
  });

  test('with an id that was used for something else are refused, and neither is done again', async () => {
    const person = await server().register();
    const op = addPlace('Barn');
    const needing = { ...addPlace('Field'), needs: [op.id] };
    const changed = { ...op, body: { name: 'Shed' } };
    expect(await outcomesOf(person, [op])).toEqual(['applied']);
    expect(await resultsOf(person, [changed, { ...op, call: 'addGroup' }, needing])).toMatchObject([
      { outcome: 'refused', status: 409, code: 'sync.other_content' },
      { outcome: 'refused', status: 409, code: 'sync.other_content' },
      { outcome: 'later', code: 'sync.needs_other' },
    ]);
    expect(await outcomesOf(person, [op, op, needing])).toEqual(['replayed', 'replayed', 'applied']);
    expect(await placesOf(person)).toEqual(['Barn', 'Field']);
  });

  test('that were refused leave no receipt and are judged anew with the same id', async () => {
    const person = await server().register();
    const goat = uuidv7();
    const op = weigh(goat, 2000);
    expect(await resultOf(person, op)).toMatchObject({ outcome: 'refused', status: 400, code: 'request.invalid' });
    expect(await receiptIds(server(), person)).toEqual([]);
    expect(await outcomesOf(person, [addGoat({}, goat), op])).toEqual(['applied', 'applied']);
    const other = { ...addPlace('Barn', { id: op.id }) };
    expect(await resultOf(person, other)).toMatchObject({ code: 'sync.other_content' });
  });

  test.each([
    ['that does not exist', { call: 'fly' }],
    ['of an object', { call: 'constructor' }],
    ['that reads', { call: 'listAnimals' }],
    ['that may not wait', { call: 'changeProfile', body: { farmName: 'Ours' } }],
    ['that is sync itself', { call: 'sync', body: { device: 'x', epoch: 'x', ops: [] } }],
    ['of a newer form', { shape: 2 }],
  ])('with a call %s are refused by a code of their own', async (_, more) => {
    const person = await server().register();
    const before = await recordsOf(server(), person);
    const result = await resultOf(person, { ...addPlace('Barn'), ...more });
    expect(result).toMatchObject({ outcome: 'refused', code: 'sync.unknown_call' });
    expect(await recordsOf(server(), person)).toEqual(before);
  });

  test('of a record that has changed since say how it is now', async () => {
    const farm = await seed(server());
    const { person, kid, ids } = farm;
    const stale: readonly (readonly [call: keyof Api, id: string, body: object, read: () => Promise<unknown>])[] = [
      ['changeAnimal', kid, { name: 'Bella', version: 999 }, () => person.call('readAnimal', { params: { id: kid } })],
      [
        'changeBreedingRecord',
        ids['breeding-records']!,
        { notes: 'x', version: 'A'.repeat(22) },
        async () => (await person.call('listBreedingRecords'))[0],
      ],
      [
        'changeAnimalTag',
        ids['animal-tags']!,
        { number: 'R-2', version: 999 },
        async () => (await person.call('listAnimalTags'))[0],
      ],
      ['changePlace', ids['places']!, { name: 'Hill', version: 999 }, async () => (await person.call('listPlaces'))[0]],
      ['changeGroup', ids['groups']!, { name: 'Kids', version: 999 }, async () => (await person.call('listGroups'))[0]],
      ['changeProduct', ids['products']!, { name: 'Salt', version: 999 }, async () => (await person.call('listProducts'))[0]],
      [
        'replaceEvent',
        ids['events']!,
        { kind: 'weighing', animalId: kid, day: '2024-05-01', weightGrams: 9, version: 999 },
        async () => (await person.call('listEvents', { query: { kind: 'weighing' } })).find(({ id }) => id === ids['events']),
      ],
      [
        'voidEvent',
        ids['events']!,
        { version: 999 },
        async () => (await person.call('listEvents', { query: { kind: 'weighing' } })).find(({ id }) => id === ids['events']),
      ],
    ];
    const mayBeStale = offlineCalls.filter((call) => (api[call] as Route).errors?.includes('record.stale'));
    expect(stale.map(([call]) => call).toSorted()).toEqual(mayBeStale.toSorted());
    for (const [call, id, body, read] of stale) {
      const row = await read();
      expect(row).toMatchObject({ id });
      expect(await resultOf(person, { id: uuidv7(), call, params: { id }, body })).toEqual({
        id: expect.any(String),
        outcome: 'clash',
        status: 409,
        code: 'record.stale',
        message: errors['record.stale'][1],
        row,
      });
    }
    expect(await receiptIds(server(), person)).toEqual([]);
  });

  test('of a record that was deleted, of an animal in withdrawal and of an id that is taken are refused with the reason', async () => {
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

  test("past the plan's cap are refused one by one, also where a birth adds the animals, and fit when there is room", async () => {
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
      ['refused', 'plan.limit_reached'],
      ['applied', undefined],
      ['refused', 'plan.limit_reached'],
    ]);
    expect(await person.call('listAnimals')).toHaveLength(limit);
    await server().setPlan(person, 'enterprise');
    expect(await outcomesOf(person, [twins, over])).toEqual(['applied', 'applied']);
    expect(await person.call('listAnimals')).toHaveLength(limit + 3);
  });

  test('are refused one by one to a role without the right that each call needs', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const { doe, epoch } = await seedFarm(owner, api.addAnimal);
    const ops = (): Op[] => [
      weigh(doe, 30_000),
      {
        id: uuidv7(),
        call: 'recordEvents',
        body: { events: [{ id: uuidv7(), kind: 'note', animalId: doe, day: '2026-05-01', note: 'Limps' }] },
      },
      addPlace(uuidv7()),
      addGoat({ forSale: true, salePrice: '100' }),
      { id: uuidv7(), call: 'deleteAnimal', params: { id: uuidv7() } },
    ];
    const codesFor = async (role: 'viewer' | 'vet' | 'worker' | 'manager') => {
      const helper = await server().register();
      await server().addMember(owner, helper, role);
      return (await sync(helper, ops(), epoch)).results.map(({ code }) => code ?? 'applied');
    };
    const no = 'farm.not_allowed';
    expect(await codesFor('viewer')).toEqual([no, no, no, no, no]);
    expect(await codesFor('vet')).toEqual([no, 'applied', no, no, no]);
    expect(await codesFor('worker')).toEqual(['applied', 'applied', 'applied', no, no]);
    expect(await codesFor('manager')).toEqual(['applied', 'applied', 'applied', 'applied', 'animals.not_found']);
  });

  test('of one who may do less by now are still answered as done', async () => {
    const [owner, helper] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, helper, 'worker');
    const op = addPlace('Barn');
    expect(await outcomesOf(helper, [op])).toEqual(['applied']);
    await server().changeMember(owner, helper, { role: 'viewer' });
    expect(await outcomesOf(helper, [op, addPlace('Shed')])).toEqual(['replayed', 'refused']);
  });

  test('of another farm are neither shown nor in the way', async () => {
    const [ours, theirs] = [await seed(server()), await seed(server())];
    const op = addPlace('Barn');
    expect(await outcomesOf(theirs.person, [op])).toEqual(['applied']);
    const before = await recordsOf(server(), theirs.person);
    expect(await outcomesOf(ours.person, [op, { ...addPlace('Field'), needs: [op.id] }])).toEqual(['applied', 'applied']);
    const needed = addPlace('Hill');
    expect(await outcomesOf(theirs.person, [needed])).toEqual(['applied']);
    expect(await outcomesOf(ours.person, [{ ...addPlace('Hill'), needs: [needed.id] }])).toEqual(['later']);
    const change = { id: uuidv7(), call: 'changeAnimal', params: { id: theirs.kid }, body: { name: 'Mine', version: 999 } };
    const result = await resultOf(ours.person, change);
    expect(result).toMatchObject({ outcome: 'refused', code: 'animals.not_found' });
    expect(result).not.toHaveProperty('row');
    await expect(sync(ours.person, [addPlace('x')], theirs.epoch)).rejects.toMatchObject({ status: 410 });
    expect(await theirs.person.call('readAnimal', { params: { id: theirs.kid } })).not.toMatchObject({ name: 'Mine' });
    expect(Object.keys(before).length).toBeGreaterThan(0);
  });

  test('store only what their call declares, also where more is sent along', async () => {
    const [person, other] = [await server().register(), await server().register()];
    const id = uuidv7();
    const sent = { role: 'admin', farmId: other.farmId, farm_id: other.farmId, is_admin: true, revision: 1, version: 9 };
    const op = { ...addGoat(sent, id), farmId: other.farmId, by: { user: other.userId }, role: 'owner', rights: ['own'] };
    expect(await outcomesOf(person, [op])).toEqual(['applied']);
    expect(await person.call('readAnimal', { params: { id } })).toMatchObject({ version: 1 });
    expect(await other.call('listAnimals')).toEqual([]);
    expect((await person.call('listActs')).map(({ by }) => by)).toEqual([person.username]);
  });

  test('whose request has a key that would change the prototype of an object are not read', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    for (const inner of ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}']) {
      const payload = `{"device":"x","epoch":"${epoch}","ops":[{"id":"${uuidv7()}","call":"addPlace","body":{"name":"Barn",${inner}}}]}`;
      const answer = await person.send({
        method: 'POST',
        url: '/api/sync',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(400);
    }
    expect(await placesOf(person)).toEqual([]);
    const inherited = ['toString', 'hasOwnProperty', '__proto__'].map((call) => ({ ...addPlace('x'), call }));
    expect((await resultsOf(person, inherited)).map(({ code }) => code)).toEqual(Array(3).fill('sync.unknown_call'));
  });

  test('are at most fifty in a request, and a request has at most four megabytes', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const many = Array.from({ length: maxOperations + 1 }, (_, index) => addPlace(`Pen ${index}`));
    await expect(sync(person, many)).rejects.toMatchObject({ status: 400, code: 'request.invalid' });
    await expect(sync(person, [])).rejects.toMatchObject({ status: 400 });
    const large = [addPlace('x'.repeat(4 * 1024 * 1024))];
    await expect(sync(person, large, epoch)).rejects.toMatchObject({ status: 413, code: 'request.too_large' });
    expect(await placesOf(person)).toEqual([]);
    expect(new Set(await outcomesOf(person, many.slice(1)))).toEqual(new Set(['applied']));
  });

  test('whose body is larger than their own route takes are refused', async () => {
    const person = await server().register();
    const large = addPlace('Barn', { body: { name: 'Barn', ignored: 'x'.repeat(270_000) } });
    expect(await resultsOf(person, [large, addPlace('Shed')])).toMatchObject([
      { outcome: 'refused', status: 413, code: 'request.too_large' },
      { outcome: 'applied' },
    ]);
  });

  test('of another epoch, and those of before a restore, are refused as a whole until the copy is made anew', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const op = addPlace('Barn');
    const reset = { status: 410, code: 'sync.reset' };
    await expect(sync(person, [op], 'another')).rejects.toMatchObject(reset);
    await sync(person, [op]);
    await inTransaction(server().db, async (tx) => {
      // The backup is older than the operation.
      for (const table of ['places', 'changes', 'receipts'] as const) {
        await tx.deleteFrom(table).where('farm_id', '=', person.farmId).execute();
      }
      await recordRestore(tx, { backupId: null, isPaused: false, now: server().clock.now() });
    });
    await expect(sync(person, [op], epoch)).rejects.toMatchObject(reset);
    expect(await placesOf(person)).toEqual([]);
    expect(await outcomesOf(person, [op])).toEqual(['applied']);
    expect(await placesOf(person)).toEqual(['Barn']);
  });

  test('of a session that has expired are not touched', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    person.cookies.clear();
    await expect(sync(person, [addPlace('Barn')], epoch)).rejects.toMatchObject({ status: 401, code: 'session.required' });
  });

  /** Each call asks for the time once at least, after it has begun its transaction. */
  function failOnce(error: unknown): void {
    const { deps } = server().app;
    const { now } = deps;
    const fail = (): never => {
      Object.assign(deps, { now });
      throw error;
    };
    Object.assign(deps, { now: fail });
  }

  test('that fail by a mistake of the program or are not possible for a while come later, and the others are done', async () => {
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
    const ops = [addPlace('Barn'), addPlace('Shed'), addPlace('Hill')];
    await sync(person, [ops[1]!]);
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

  test('for which four seconds are not enough come later', async () => {
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

  test('of 2,000 events are one write, and are done once although their answer is too long to be stored', async () => {
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
    const others = [addPlace('Barn'), addPlace('Shed')];
    const results = await resultsOf(person, [others[0]!, op, others[1]!]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect((results[1]?.row as Reply<Api['recordEvents']>).events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    const [, act] = await person.call('listActs');
    expect(act?.call).toBe('recordEvents');
    const again = await resultsOf(person, [op, ...others]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['replayed', 'replayed', 'replayed']);
    expect(again[0]).toEqual({ id: op.id, outcome: 'replayed' });
    const { count } = await server()
      .db.selectFrom('events')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('farm_id', '=', person.farmId)
      .where('kind', '=', 'weighing')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2000);
  });

  test('whose answers together are long are done in several requests', async () => {
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

  test('go with their farm, and are in no archive of it', async () => {
    const person = await server().register();
    await sync(person, [addPlace('Barn')]);
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    expect(rawPayload.toString('latin1')).not.toContain('receipt');
    await removeFarm(server().db, person.farmId);
    expect(await receiptIds(server(), person)).toEqual([]);
  });
});
