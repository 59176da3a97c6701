import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxFarmListEntries } from '#domain/values/farm-lists.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { slicesOf } from '#server/db/slices.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const withdrawal = { species: 'goat', product: 'milk', days: 5, source: 'Label' } as const;
const dose = { doseAmount: 0.2, doseWeight: 10, doseWeightUnit: 'kg' } as const;
const drench = { name: 'Drench', kind: 'dewormer' as const, unit: 'ml', ...dose, withdrawals: [withdrawal] };

const point = (x: number, y: number) => ({ x, y });

const record = async (person: Person, fields: object) => {
  const { events } = await person.call('recordEvents', {
    body: { events: [{ id: uuidv7(), day: '2026-05-01', ...fields } as never] },
  });
  const [event] = events;
  return event;
};

const refusal = (code: string, path?: string) =>
  expect.objectContaining({ code, ...(path !== undefined && { errors: [expect.objectContaining({ path })] }) }) as Error;

describeOnEachEngine('places, groups and products', (server) => {
  test('a place has an outline on the plan, which other changes leave as it is', async () => {
    const person = await server().register();
    const outline = [point(0, 0), point(10_000, 0), point(4000, 7500)];
    const { id, version } = await person.call('addPlace', { body: { name: 'Top field', outline } });
    expect((await person.call('addPlace', { body: { name: 'Barn' } })).outline).toEqual([]);
    const params = { id };
    // As clients send it that know of no outlines.
    const renamed = await person.call('changePlace', { params, body: { name: 'Hill', note: null, restDays: 20, version } });
    expect(renamed).toMatchObject({ name: 'Hill', outline, version: version + 1 });
    const moved = outline.with(1, point(9000, 100));
    const redrawn = await person.call('changePlace', { params, body: { outline: moved, version: renamed.version } });
    expect(redrawn).toMatchObject({ name: 'Hill', restDays: 20, outline: moved });
    expect(await person.call('changePlace', { params, body: { isArchived: true } })).toMatchObject({ outline: moved });
    expect(await person.call('changePlace', { params, body: { outline: [] } })).toMatchObject({ outline: [] });
  });

  test.each<[string, unknown, RegExp]>([
    ['that crosses itself', [point(0, 0), point(9, 9), point(9, 0), point(0, 8)], /cross/],
    ['of 5,000 corners', Array.from({ length: 5000 }, (_, index) => point(index, (index * 7) % 13)), /at most 40/],
    ['beyond the plan', [point(0, 0), point(9, 9), point(10_001, 0)], /from 0 to 10,000/],
    ['of text', 'M 0 0 L 9 9 Z', /send a list/i],
  ])('an outline %s is refused', async (_, outline, message) => {
    const person = await server().register();
    const refused = person.call('addPlace', { body: { name: 'Field', outline: outline as never } });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining([
        expect.objectContaining({
          path: expect.stringMatching(/^outline/) as string,
          message: expect.stringMatching(message) as string,
        }),
      ]) as unknown,
    });
    expect(await person.call('listPlaces')).toEqual([]);
  });

  test('have a unique name within their kind, whatever its case; archiving frees the name', async () => {
    const person = await server().register();
    const add = (name: string) => person.call('addGroup', { body: { name } });
    const change = (id: string, body: object) => person.call('changeGroup', { params: { id }, body });
    const nameTaken = refusal('request.invalid', 'name');
    const old = await add('Émile’s  milkers');
    await expect(add('ÉMILE’S MILKERS')).rejects.toEqual(nameTaken);
    await person.call('addPlace', { body: { name: old.name } });
    expect(await change(old.id, { name: 'émile’s  milkers' })).toMatchObject({ name: 'émile’s  milkers' });
    expect((await change(old.id, { isArchived: true })).archivedAt).not.toBeNull();
    const next = await add('émile’s milkers');
    await expect(change(old.id, { isArchived: false })).rejects.toEqual(nameTaken);
    await change(next.id, { name: 'Dry does' });
    expect(await change(old.id, { isArchived: false })).toMatchObject({ archivedAt: null });
    await expect(change(next.id, { name: old.name })).rejects.toEqual(nameTaken);
  });

  test('a product has each withdrawal once, with its source', async () => {
    const person = await server().register();
    const add = (...withdrawals: object[]) =>
      person.call('addProduct', { body: { ...drench, withdrawals: withdrawals as (typeof withdrawal)[] } });
    await expect(add({ ...withdrawal, source: ' ' })).rejects.toEqual(refusal('request.invalid', 'withdrawals.0.source'));
    await expect(add(withdrawal, withdrawal)).rejects.toEqual(refusal('request.invalid', 'withdrawals.1.product'));
    await expect(add({ ...withdrawal, days: 1001 })).rejects.toEqual(refusal('request.invalid', 'withdrawals.0.days'));
    expect((await add(withdrawal, { ...withdrawal, species: null })).withdrawals).toHaveLength(2);
    await expect(person.call('addProduct', { body: { ...drench, doseWeight: 0 } })).rejects.toEqual(
      refusal('request.invalid', 'doseWeight'),
    );
  });

  test('are at most 500 of a kind, including archived ones', async () => {
    const person = await server().register();
    const rows = Array.from({ length: maxFarmListEntries - 1 }, (_, index) => ({
      id: uuidv7(),
      name: `Pen ${index}`,
      create_digest: '',
      created_at: '2026-01-01T00:00:00.000Z',
      archived_at: '2026-01-02T00:00:00.000Z',
    }));
    await inFarmTransaction(server().db, person.farmId, (tx) => insertRows(tx, person.farmId, 'places', rows));
    await person.call('addPlace', { body: { name: 'The last' } });
    await expect(person.call('addPlace', { body: { name: 'One more' } })).rejects.toEqual(refusal('farm.full'));
    await person.call('addGroup', { body: { name: 'One more' } });
  });

  test('that are imported with an archive get another name if theirs is in use, and are refused past the limit of their kind', async () => {
    const person = await server().register({ plan: 'enterprise' });
    await person.call('addPlace', { body: { name: 'top field' } });
    const place = (fields: object) => ({
      id: uuidv7(),
      name: 'Top field',
      areaSquareMetres: null,
      restDays: null,
      note: null,
      archivedAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      ...fields,
    });
    const bring = async (places: object[]) =>
      person.upload('importArchive', { name: 'farm.zip', bytes: await buildArchive(archivedFarm({ places })) });
    await bring([place({}), place({}), place({ archivedAt: '2026-01-02T00:00:00.000Z' })]);
    const places = await person.call('listPlaces');
    expect(new Set(places.map(({ name, archivedAt }) => `${name} ${archivedAt === null}`))).toEqual(
      new Set(['Top field (2) true', 'Top field (3) true', 'Top field false', 'top field true']),
    );
    const many = Array.from({ length: maxFarmListEntries - 3 }, (_, index) => place({ name: `Pen ${index}` }));
    await expect(bring(many)).rejects.toEqual(refusal('farm.full'));
    expect(await person.call('listPlaces')).toHaveLength(4);
  });

  test('get many animals in one request, which one request undoes as a whole', async () => {
    const person = await server().register();
    const [doe, kid] = [await person.addAnimal(), await person.addAnimal()];
    const { id: placeId, name } = await person.call('addPlace', { body: { name: 'Top field' } });
    const moves = [doe, kid].map(({ id: animalId }) => ({ id: uuidv7(), kind: 'move', day: '2026-05-01', animalId, placeId }));
    const { events } = await person.call('recordEvents', { body: { events: moves as never } });
    const placesNow = async () =>
      (await Promise.all([doe, kid].map(({ id }) => person.call('readAnimalSummary', { params: { id } })))).map(
        ({ place }) => place,
      );
    const here = { id: placeId, name };
    expect(await placesNow()).toEqual([here, here]);
    const ids = events.map(({ id }) => id);
    await expect(person.call('voidEvents', { body: { ids: [...ids, uuidv7()] } })).rejects.toEqual(refusal('events.not_found'));
    expect(await placesNow()).toEqual([here, here]);
    const undone = await person.call('voidEvents', { body: { ids, reason: 'Wrong field' } });
    expect(undone.events.map(({ id, voidReason }) => [id, voidReason])).toEqual(ids.map((id) => [id, 'Wrong field']));
    expect(await person.call('voidEvents', { body: { ids } })).toEqual(undone);
    expect(await placesNow()).toEqual([null, null]);
  });

  test('a rule names places and groups of its farm, no other rule, and nobody is moved into or out of it', async () => {
    const [person, other] = [await server().register(), await server().register()];
    const doe = await person.addAnimal();
    const { id: placeId } = await other.call('addPlace', { body: { name: 'Top field' } });
    const due = await person.call('addGroup', { body: { name: 'Due', rule: { dueWithinDays: 7 } } });
    const kept = await person.call('addGroup', { body: { name: 'Milkers' } });
    const add = (rule: object) => person.call('addGroup', { body: { name: 'Rule', rule } });
    await expect(add({ placeId })).rejects.toEqual(refusal('request.invalid', 'rule.placeId'));
    await expect(add({ groupId: uuidv7() })).rejects.toEqual(refusal('request.invalid', 'rule.groupId'));
    await expect(add({ groupId: due.id })).rejects.toEqual(refusal('request.invalid', 'rule.groupId'));
    await expect(add({ dueWithinDays: 1001 })).rejects.toEqual(refusal('request.invalid', 'rule.dueWithinDays'));
    await expect(add({ inWithdrawal: false })).rejects.toEqual(refusal('request.invalid', 'rule.inWithdrawal'));
    const change = (id: string, rule: object) => person.call('changeGroup', { params: { id }, body: { rule } });
    await expect(change(due.id, {})).rejects.toEqual(refusal('request.invalid', 'rule'));
    await expect(change(kept.id, { gradeTo: 2 })).rejects.toEqual(refusal('request.invalid', 'rule'));
    const move = (fields: object) => record(person, { kind: 'move', animalId: doe.id, ...fields });
    const moved = move({ groupId: due.id });
    await expect(moved).rejects.toEqual(refusal('request.invalid', 'events.0.groupId'));
    await expect(moved).rejects.toMatchObject({ errors: [{ message: expect.stringContaining('Due is a rule') }] });
    await expect(move({ groupId: due.id, leavesGroup: true })).rejects.toEqual(refusal('request.invalid', 'events.0.groupId'));
    expect(await move({ groupId: kept.id })).toMatchObject({ groupId: kept.id });
  });

  test('a product that is changed or archived later changes no past treatment', async () => {
    const person = await server().register();
    const doe = await person.addAnimal();
    const { id } = await person.call('addProduct', { body: drench });
    const withdrawals = [{ product: 'milk', days: 5 }];
    const treatment = await record(person, {
      kind: 'treatment',
      animalId: doe.id,
      day: new Date().toISOString().slice(0, 10),
      productId: id,
      productName: 'Drench',
      unit: 'ml',
      withdrawals,
    });
    const summary = await person.call('readAnimalSummary', { params: { id: doe.id } });
    // Without days for meat, its withdrawal is not recorded.
    expect(summary.withdrawals.map(({ product }) => product).toSorted()).toEqual(['meat', 'milk']);
    const change = { name: 'Other', unit: 'g', withdrawals: [{ ...withdrawal, days: 90 }], isArchived: true };
    await person.call('changeProduct', { params: { id }, body: change });
    expect(await person.call('listEvents', { query: { kind: 'treatment' } })).toEqual([treatment]);
    expect(await person.call('readAnimalSummary', { params: { id: doe.id } })).toEqual(summary);
  });

  test('worklists may share a name; their events are listed by worklist, and they can be finished and reopened', async () => {
    const person = await server().register();
    const doe = await person.addAnimal();
    const body = { name: 'Weighing', work: 'weigh' as const, animalIds: [doe.id] };
    const first = await person.call('addWorklist', { body: { ...body, id: uuidv7() } });
    expect(await person.call('addWorklist', { body: { ...body, id: first.id } })).toEqual(first);
    const { id } = await person.call('addWorklist', { body });
    expect(await person.call('listWorklists')).toHaveLength(2);
    const weighed = await record(person, { kind: 'weighing', weightGrams: 40_000, animalId: doe.id, worklistId: id });
    await record(person, { kind: 'weighing', weightGrams: 41_000, animalId: doe.id });
    expect(await person.call('listEvents', { query: { worklistId: id } })).toEqual([weighed]);
    const finish = (isArchived: boolean) => person.call('changeWorklist', { params: { id }, body: { isArchived } });
    expect((await finish(true)).archivedAt).not.toBeNull();
    expect((await finish(false)).archivedAt).toBeNull();
  });

  test('a page of changes ends after some megabytes, and all pages together contain each worklist once, as does the archive', async () => {
    const [ada, bob] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
    const doe = await ada.addAnimal();
    const gone = Array.from({ length: 4999 }, () => ({ farm_id: ada.farmId, kind: 'animal', id: uuidv7(), revision: 1 }));
    for (const part of slicesOf(gone)) await server().insert('gone', part);
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const body = { name: 'Hooves', work: 'hooves' as const, animalIds: [doe.id, ...gone.map(({ id }) => id)] };
      ids.push((await ada.call('addWorklist', { body })).id);
    }
    const last = await ada.addAnimal();
    const pages = [await ada.call('readChanges', { query: {} })];
    for (let page = pages[0]; page?.more; page = pages.at(-1)) {
      pages.push(await ada.call('readChanges', { query: { since: String(page.to), epoch: page.epoch } }));
    }
    expect(Math.max(...pages.map((page) => JSON.stringify(page.worklists).length))).toBeLessThan(3_000_000);
    expect(pages.flatMap(({ worklists }) => worklists.map(({ id }) => id))).toEqual(ids);
    expect(pages.flatMap(({ animals }) => animals.map(({ id }) => id))).toEqual([doe.id, last.id]);
    const { rawPayload } = await ada.send({ method: 'GET', url: '/api/archive' });
    const arrival = await bob.upload('importArchive', { name: 'farm.zip', bytes: Buffer.from(rawPayload) });
    expect(arrival).toMatchObject({ worklists: { added: 20, alreadyThere: 0 } });
  });

  test('a worklist has at most 5,000 animals, each once, all of which the farm has or had', async () => {
    const person = await server().register();
    const [doe, gone, foreign] = [
      await person.addAnimal(),
      await person.addAnimal(),
      await (await server().register()).addAnimal(),
    ];
    await person.call('deleteAnimal', { params: { id: gone.id } });
    const begin = (animalIds: string[]) => person.call('addWorklist', { body: { name: 'Counting', work: 'count', animalIds } });
    expect(await begin([doe.id, gone.id])).toMatchObject({ animalIds: [doe.id, gone.id] });
    await expect(begin([doe.id, foreign.id])).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    await expect(begin([doe.id, doe.id])).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    const task = { name: 'Trim', day: '2026-05-01', animalIds: [doe.id, doe.id] };
    await expect(person.call('addChore', { body: task })).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    await expect(begin(Array.from({ length: 5001 }, () => uuidv7()))).rejects.toEqual(refusal('request.invalid', 'animalIds'));
  });
});
