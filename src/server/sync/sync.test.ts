import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { maxOperations } from '#contract/sync.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { addGoat, addPlace, epochOf, outcomesOf, placesOf, receiptIds, recordsOf } from '#test/operations.ts';
import { resultOf, resultsOf, sync, weigh, type Op } from '#test/operations.ts';
import { bodyFields, offlineCalls, sampleOperation, seedFarm, waysTo, type SeededFarm } from '#test/samples.ts';

/** Makes farms with equal content comparable: ids are numbered by appearance, and names of people and moments are masked. */
function masked(value: unknown): string {
  const ids: string[] = [];
  return JSON.stringify(value)
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => `#${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`)
    .replaceAll(/farmer\d+-[\da-f]{8}/g, 'farmer')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/"version":"[a-z0-9]+-[a-z0-9]+"/g, '"version":"<version>"');
}

const seed = async (server: TestServer, call?: string): Promise<SeededFarm> =>
  seedFarm(await server.register({ plan: 'enterprise' }), call === undefined ? api.addAnimal : api[call as keyof Api]);

test('an offline call is a write of a farm, and the records that it creates have ids from the browser', () => {
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

describeOnEachEngine({ name: 'an operation', usually: 'both' }, (server) => {
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
});

describeOnEachEngine('operations that a browser has stored', (server) => {
  test.each(offlineCalls)(
    '%s does and answers by sync and as an operation what it does and answers by its own route',
    async (call) => {
      const route: Route = api[call];
      const effects = [];
      for (const [, send] of waysTo(call, route)) {
        const farm = await seed(server(), call);
        const ids = bodyFields(route).filter((field) => field === 'id');
        const { id: _, call: __, ...input } = sampleOperation(call, farm, ids);
        const { statusCode, payload } = await send(farm.person, farm, input);
        const { person } = farm;
        const lists = [];
        for (const list of ['listAnimals', 'listEvents', 'listBreedingRecords'] as const) lists.push(await person.call(list));
        const [act] = await person.call('listActs');
        effects.push({ statusCode, payload: masked(JSON.parse(payload)), lists: masked(lists), act: [act?.call, act?.counts] });
      }
      expect(effects[0]?.statusCode).toBeLessThan(300);
      for (const other of effects.slice(1)) expect(other).toEqual(effects[0]);
    },
  );

  test('are applied in order, and a refused one stops only those that need it', async () => {
    const person = await server().register();
    const goat = uuidv7();
    const [good, bad] = [addGoat({}, goat), addGoat({ tagNumber: '' })];
    const early = { ...weigh(goat, 1000), needs: [good.id] };
    const expected: [Op, string][] = [
      [early, 'sync.needs_other'],
      [good, 'applied'],
      [bad, 'request.invalid'],
      [{ ...addPlace('Needs the refused one'), needs: [bad.id] }, 'sync.needs_other'],
      [{ ...weigh(goat, 2000), needs: [good.id] }, 'applied'],
      [{ ...addPlace('Needs one that nobody knows'), needs: [uuidv7()] }, 'sync.needs_other'],
      [addPlace('Needs none'), 'applied'],
    ];
    const ops = expected.map(([op]) => op);
    const { revision, results } = await sync(person, ops);
    expect(results.map(({ id, outcome, code }) => [id, code ?? outcome])).toEqual(expected.map(([{ id }, said]) => [id, said]));
    expect(results.filter(({ outcome }) => outcome === 'later')).toHaveLength(3);
    expect(results[2]?.errors).toMatchObject([{ path: 'tagNumber' }]);
    expect(await placesOf(person)).toEqual(['Needs none']);
    expect((await person.call('readChanges', { query: {} })).to).toBe(revision);
    // The operation that it needs has a receipt now.
    const again = await sync(person, [early]);
    expect(again.results).toMatchObject([{ outcome: 'applied' }]);
    expect(again.revision).toBeGreaterThan(revision);
  });

  test('that were sent as their own call are not applied again by sync, nor the other way round', async () => {
    const person = await server().register();
    const sendAsCall = ({ id, body }: Op, headers: Readonly<Record<string, string>> = {}) =>
      person.send({ method: 'POST', url: '/api/places', payload: body as object, headers: { 'operation-id': id, ...headers } });
    const [first, second] = [addPlace('Barn', { params: {} }), addPlace('Shed', { params: {} })];
    const created = await sendAsCall(first);
    const { revision } = await sync(person, [first]);
    expect([created.statusCode, created.headers['operation-revision']]).toEqual([201, String(revision)]);
    expect(await resultOf(person, first)).toEqual({ id: first.id, outcome: 'replayed', row: created.json() });
    const { row } = await resultOf(person, second);
    expect((await sendAsCall(second)).json()).toEqual(row);
    expect((await sendAsCall({ ...second, body: { name: 'Field' } })).json()).toMatchObject({ code: 'sync.other_content' });
    const other = addPlace('Hill');
    const ofAnother = await sendAsCall(other, { 'operation-of': `${uuidv7()} ${person.farmId}` });
    expect(ofAnother.json()).toMatchObject({ code: 'farms.other_open' });
    expect((await sendAsCall({ ...other, id: '1' })).statusCode).toBe(400);
    expect(await placesOf(person)).toEqual(['Barn', 'Shed']);
  });

  test('with an id that was used for other content are refused, and neither is applied again', async () => {
    const person = await server().register();
    const op = addPlace('Barn');
    const needing = { ...addPlace('Field'), needs: [op.id] };
    const changed = { ...op, body: { name: 'Shed' } };
    expect(await outcomesOf(person, [op])).toEqual(['applied']);
    const results = await resultsOf(person, [changed, { ...op, call: 'addGroup' }, needing]);
    expect(results.map(({ code }) => code)).toEqual(['sync.other_content', 'sync.other_content', 'sync.needs_other']);
    expect(await outcomesOf(person, [op, op, needing])).toEqual(['replayed', 'replayed', 'applied']);
    expect(await placesOf(person)).toEqual(['Barn', 'Field']);
  });

  test('with a call that is none, reads, may not wait or has a newer form are refused by a code of their own', async () => {
    const person = await server().register();
    const before = await recordsOf(server(), person);
    const calls = ['fly', 'constructor', '__proto__', 'listAnimals', 'changeProfile', 'sync'].map((call) => ({ call }));
    const ops = [...calls, { shape: 2 }].map((more) => ({ ...addPlace('Barn'), ...more }));
    const codes = (await resultsOf(person, ops)).map(({ outcome, code }) => [outcome, code]);
    expect(codes).toEqual(ops.map(() => ['refused', 'sync.unknown_call']));
    expect(await recordsOf(server(), person)).toEqual(before);
  });

  test('that were applied before the person lost a right are still answered as applied', async () => {
    const [owner, helper] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(owner, helper, 'worker');
    const op = addPlace('Barn');
    expect(await outcomesOf(helper, [op])).toEqual(['applied']);
    await server().changeMember(owner, helper, { role: 'viewer' });
    expect(await outcomesOf(helper, [op, addPlace('Shed')])).toEqual(['replayed', 'refused']);
  });

  test('of another farm are neither visible nor conflicting', async () => {
    const [ours, theirs] = [await seed(server()), await seed(server())];
    const [op, needed] = [addPlace('Barn'), addPlace('Hill')];
    expect(await outcomesOf(theirs.person, [op, needed])).toEqual(['applied', 'applied']);
    const needing = [
      { ...addPlace('Field'), needs: [op.id] },
      { ...addPlace('Hill'), needs: [needed.id] },
    ];
    expect(await outcomesOf(ours.person, [op, ...needing])).toEqual(['applied', 'applied', 'later']);
    await expect(sync(ours.person, [addPlace('x')], theirs.epoch)).rejects.toMatchObject({ status: 410 });
  });

  test('with a key that would change the prototype of an object are rejected', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const headers = { 'content-type': 'application/json' };
    for (const inner of ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}']) {
      const payload = `{"device":"x","epoch":"${epoch}","ops":[{"id":"${uuidv7()}","call":"addPlace","body":{"name":"Barn",${inner}}}]}`;
      expect((await person.send({ method: 'POST', url: '/api/sync', headers, payload })).statusCode).toBe(400);
    }
    expect(await placesOf(person)).toEqual([]);
  });

  test('are at most fifty in a request, a request has at most four megabytes, and an operation what its route allows', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const many = Array.from({ length: maxOperations + 1 }, (_, index) => addPlace(`Pen ${index}`));
    await expect(sync(person, many)).rejects.toMatchObject({ status: 400, code: 'request.invalid' });
    const tooLarge = { status: 413, code: 'request.too_large' };
    await expect(sync(person, [addPlace('x'.repeat(4 * 1024 * 1024))], epoch)).rejects.toMatchObject(tooLarge);
    expect(new Set(await outcomesOf(person, many.slice(1)))).toEqual(new Set(['applied']));
    const large = addPlace('Barn', { body: { name: 'Barn', ignored: 'x'.repeat(270_000) } });
    expect(await resultsOf(person, [large, addPlace('Shed')])).toMatchObject([
      { outcome: 'refused', ...tooLarge },
      { outcome: 'applied' },
    ]);
  });

  test('of another epoch, as after a restore, are refused as a whole until the browser has a new copy', async () => {
    const person = await server().register();
    const epoch = await epochOf(person);
    const op = addPlace('Barn');
    const reset = { status: 410, code: 'sync.reset' };
    await expect(sync(person, [op], 'another')).rejects.toMatchObject(reset);
    await sync(person, [op]);
    await inTransaction(server().db, async (tx) => {
      // Simulates a backup older than the operation.
      for (const table of ['places', 'changes', 'receipts'] as const) {
        await tx.deleteFrom(table).where('farm_id', '=', person.farmId).execute();
      }
      await recordRestore(tx, server().clock.now());
    });
    await person.signIn();
    await expect(sync(person, [op], epoch)).rejects.toMatchObject(reset);
    expect(await placesOf(person)).toEqual([]);
    expect(await outcomesOf(person, [op])).toEqual(['applied']);
    expect(await placesOf(person)).toEqual(['Barn']);
  });
});
