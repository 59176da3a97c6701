import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxFarmListEntries } from '#domain/values/farm-lists.ts';
import { slicesOf } from '#server/db/slices.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const withdrawal = { species: 'goat', product: 'milk', days: 5, source: 'Label' } as const;
const dose = { doseAmount: 0.2, doseWeight: 10, doseWeightUnit: 'kg' } as const;
const drench = { name: 'Drench', kind: 'dewormer' as const, unit: 'ml', ...dose, withdrawals: [withdrawal] };

const point = (x: number, y: number) => ({ x, y });

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
    const crossing = [point(0, 0), point(9, 9), point(9, 0), point(0, 8)];
    await expect(person.call('changePlace', { params, body: { outline: crossing } })).rejects.toMatchObject({ status: 400 });
    const moved = outline.with(1, point(9000, 100));
    const redrawn = await person.call('changePlace', { params, body: { outline: moved, version: renamed.version } });
    expect(redrawn).toMatchObject({ name: 'Hill', restDays: 20, outline: moved });
    expect(await person.call('changePlace', { params, body: { isArchived: true } })).toMatchObject({ outline: moved });
    expect(await person.call('changePlace', { params, body: { outline: [] } })).toMatchObject({ outline: [] });
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
    const add = (more: object) => person.call('addProduct', { body: { ...drench, ...more } });
    for (const [path, wrong] of [
      ['withdrawals.0.source', { withdrawals: [{ ...withdrawal, source: ' ' }] }],
      ['withdrawals.1.product', { withdrawals: [withdrawal, withdrawal] }],
      ['withdrawals.0.days', { withdrawals: [{ ...withdrawal, days: 1001 }] }],
      ['doseWeight', { doseWeight: 0 }],
    ] as const)
      await expect(add(wrong)).rejects.toEqual(refusal('request.invalid', path));
    expect((await add({ withdrawals: [withdrawal, { ...withdrawal, species: null }] })).withdrawals).toHaveLength(2);
  });

  test('are at most 500 of a kind, including archived ones', async () => {
    const person = await server().register();
    const archived = { create_digest: '', created_at: '2026-01-01T00:00:00.000Z', archived_at: '2026-01-02T00:00:00.000Z' };
    const pen = (index: number) => ({ ...archived, id: uuidv7(), name: `Pen ${index}` });
    const rows = Array.from({ length: maxFarmListEntries - 1 }, (_, index) => pen(index));
    await inFarmTransaction(server().db, person.farmId, (tx) => insertRows(tx, person.farmId, 'places', rows));
    await person.call('addPlace', { body: { name: 'The last' } });
    await expect(person.call('addPlace', { body: { name: 'One more' } })).rejects.toEqual(refusal('farm.full'));
    await person.call('addGroup', { body: { name: 'One more' } });
  });

  test('that are imported with an archive get another name if theirs is in use, and are refused past the limit of their kind', async () => {
    const person = await server().register({ plan: 'enterprise' });
    await person.call('addPlace', { body: { name: 'top field' } });
    const unset = { areaSquareMetres: null, restDays: null, note: null, archivedAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
    const place = (fields: object) => ({ ...unset, id: uuidv7(), name: 'Top field', ...fields });
    const bring = async (places: object[]) => person.bringArchive(await buildArchive(archivedFarm({ places })));
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
    const ids = (await person.record(...[doe, kid].map(({ id: animalId }) => ({ kind: 'move', animalId, placeId })))).map(
      ({ id }) => id,
    );
    const placeOf = async ({ id }: { id: string }) => (await person.call('readAnimalSummary', { params: { id } })).place;
    const placesNow = () => Promise.all([doe, kid].map(placeOf));
    const here = { id: placeId, name };
    expect(await placesNow()).toEqual([here, here]);
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
    for (const [path, rule] of [
      ['rule.placeId', { placeId }],
      ['rule.groupId', { groupId: uuidv7() }],
      ['rule.groupId', { groupId: due.id }],
      ['rule.dueWithinDays', { dueWithinDays: 1001 }],
      ['rule.inWithdrawal', { inWithdrawal: false }],
    ] as const)
      await expect(add(rule)).rejects.toEqual(refusal('request.invalid', path));
    const change = (id: string, rule: object) => person.call('changeGroup', { params: { id }, body: { rule } });
    await expect(change(due.id, {})).rejects.toEqual(refusal('request.invalid', 'rule'));
    await expect(change(kept.id, { gradeTo: 2 })).rejects.toEqual(refusal('request.invalid', 'rule'));
    const move = (fields: object) => person.record({ kind: 'move', animalId: doe.id, ...fields });
    const errors = [{ path: 'events.0.groupId', message: expect.stringContaining('Due is a rule') as string }];
    await expect(move({ groupId: due.id })).rejects.toMatchObject({ code: 'request.invalid', errors });
    await expect(move({ groupId: due.id, leavesGroup: true })).rejects.toMatchObject({ code: 'request.invalid' });
    expect(await move({ groupId: kept.id })).toMatchObject([{ groupId: kept.id }]);
  });

  test('a product that is changed or archived later changes no past treatment', async () => {
    const person = await server().register();
    const doe = await person.addAnimal();
    const { id } = await person.call('addProduct', { body: drench });
    const day = new Date().toISOString().slice(0, 10);
    const given = { productId: id, productName: 'Drench', unit: 'ml', withdrawals: [{ product: 'milk', days: 5 }] };
    const treatment = await person.record({ kind: 'treatment', animalId: doe.id, day, ...given });
    const summary = await person.call('readAnimalSummary', { params: { id: doe.id } });
    // Without days for meat, its withdrawal is not recorded.
    expect(summary.withdrawals.map(({ product }) => product).toSorted()).toEqual(['meat', 'milk']);
    const change = { name: 'Other', unit: 'g', withdrawals: [{ ...withdrawal, days: 90 }], isArchived: true };
    await person.call('changeProduct', { params: { id }, body: change });
    expect(await person.call('listEvents', { query: { kind: 'treatment' } })).toEqual(treatment);
    expect(await person.call('readAnimalSummary', { params: { id: doe.id } })).toEqual(summary);
  });

  test('worklists may share a name; their events are listed by worklist, and they can be finished and reopened', async () => {
    const person = await server().register();
    const doe = await person.addAnimal();
    const body = { name: 'Weighing', work: 'weigh' as const, animalIds: [doe.id] };
    await person.call('addWorklist', { body });
    const { id } = await person.call('addWorklist', { body });
    expect(await person.call('listWorklists')).toHaveLength(2);
    const weighing = { kind: 'weighing', weightGrams: 40_000, animalId: doe.id };
    const weighed = await person.record({ ...weighing, worklistId: id });
    await person.record(weighing);
    expect(await person.call('listEvents', { query: { worklistId: id } })).toEqual(weighed);
    const finish = (isArchived: boolean) => person.call('changeWorklist', { params: { id }, body: { isArchived } });
    expect((await finish(true)).archivedAt).not.toBeNull();
    expect((await finish(false)).archivedAt).toBeNull();
  });

  test('pages of changes end after some megabytes, and have each of twenty long worklists once, as an archive does', async () => {
    const [ada, bob] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
    const doe = await ada.addAnimal();
    const gone = Array.from({ length: 4999 }, () => ({ farm_id: ada.farmId, kind: 'animal', id: uuidv7(), revision: 1 }));
    for (const part of slicesOf(gone)) await server().insert('gone', part);
    const body = { name: 'Hooves', work: 'hooves' as const, animalIds: [doe.id, ...gone.map(({ id }) => id)] };
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push((await ada.call('addWorklist', { body })).id);
    const pages = [await ada.call('readChanges', { query: {} })];
    for (let page = pages[0]; page?.more; page = pages.at(-1)) {
      pages.push(await ada.call('readChanges', { query: { since: String(page.to), epoch: page.epoch } }));
    }
    expect(Math.max(...pages.map(({ worklists }) => JSON.stringify(worklists).length))).toBeLessThan(3_000_000);
    expect(pages.flatMap(({ worklists }) => worklists.map(({ id }) => id))).toEqual(ids);
    const { rawPayload } = await ada.send({ method: 'GET', url: '/api/archive' });
    expect(await bob.bringArchive(Buffer.from(rawPayload))).toMatchObject({ worklists: { added: 20, alreadyThere: 0 } });
  });

  test('a worklist has at most 5,000 animals, each once, all of which the farm has or had', async () => {
    const person = await server().register();
    const [doe, gone] = [await person.addAnimal(), await person.addAnimal()];
    const foreign = await (await server().register()).addAnimal();
    await person.call('deleteAnimal', { params: { id: gone.id } });
    const begin = (animalIds: string[]) => person.call('addWorklist', { body: { name: 'Counting', work: 'count', animalIds } });
    expect(await begin([doe.id, gone.id])).toMatchObject({ animalIds: [doe.id, gone.id] });
    await expect(begin([doe.id, foreign.id])).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    await expect(begin([doe.id, doe.id])).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    const task = { name: 'Trim', day: '2026-05-01', animalIds: [doe.id, doe.id] };
    await expect(person.call('addChore', { body: task })).rejects.toEqual(refusal('request.invalid', 'animalIds'));
    await expect(begin(Array.from({ length: 5001 }, () => uuidv7()))).rejects.toEqual(refusal('request.invalid', 'animalIds'));
  });

  test('a chore keeps fields that a change does not contain, and has who did it and when', async () => {
    const person = await server().register();
    const { id } = await person.call('addPlace', { body: { name: 'Top field' } });
    const fence = {
      name: 'Mend the fence',
      day: '2026-05-02',
      repeat: 'week',
      note: 'Take wire',
      responsible: 'Old Tom',
    } as const;
    const added = await person.call('addChore', { body: { ...fence, placeId: id } });
    const change = { params: { id: added.id }, body: { isArchived: true, doneOn: '2026-05-03' } };
    const done = await person.call('changeChore', change);
    const more = { placeId: id, doneOn: '2026-05-03', doneBy: person.username, archivedAt: expect.any(String) as string };
    expect(done).toMatchObject({ ...fence, ...more });
    expect(await person.call('changeChore', change)).toEqual(done);
    const undone = await person.call('changeChore', { ...change, body: { isArchived: false, doneOn: null } });
    expect(undone).toEqual({ ...added, version: 3 });
    expect(await person.call('listChores')).toEqual([undone]);
  });
});
