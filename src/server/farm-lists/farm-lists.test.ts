import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxFarmListEntries } from '#domain/values/farm-lists.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const withdrawal = { species: 'goat', product: 'milk', days: 5, source: 'Label' } as const;
const dose = { doseAmount: 0.2, doseWeight: 10, doseWeightUnit: 'kg' } as const;
const drench = { name: 'Drench', kind: 'dewormer' as const, unit: 'ml', ...dose, withdrawals: [withdrawal] };

const refusal = (code: string, path?: string) =>
  expect.objectContaining({ code, ...(path !== undefined && { errors: [expect.objectContaining({ path })] }) }) as Error;

describeOnEachEngine('places, groups and products', (server) => {
  test('a place has an outline on the plan, which other changes leave as it is', async () => {
    const person = await server().register();
    const outlineOf = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
    const outline = outlineOf([0, 0], [10_000, 0], [4000, 7500]);
    const { id, version } = await person.call('addPlace', { body: { name: 'Top field', outline } });
    const change = (body: object) => person.call('changePlace', { params: { id }, body });
    // As clients send it that know of no outlines.
    expect(await change({ name: 'Hill', note: null, restDays: 20, version })).toMatchObject({ name: 'Hill', outline });
    await expect(change({ outline: outlineOf([0, 0], [9, 9], [9, 0], [0, 8]) })).rejects.toMatchObject({ status: 400 });
    const moved = outline.slice(0, 2).concat(outlineOf([9000, 100]));
    expect(await change({ outline: moved })).toMatchObject({ name: 'Hill', restDays: 20, outline: moved });
    expect(await change({ outline: [] })).toMatchObject({ outline: [] });
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
  });

  test('a product has each withdrawal once, with its source', async () => {
    const person = await server().register();
    const add = (more: object) => person.call('addProduct', { body: { ...drench, ...more } });
    const unsourced = add({ withdrawals: [{ ...withdrawal, source: ' ' }] });
    await expect(unsourced).rejects.toEqual(refusal('request.invalid', 'withdrawals.0.source'));
    const twice = add({ withdrawals: [withdrawal, withdrawal] });
    await expect(twice).rejects.toEqual(refusal('request.invalid', 'withdrawals.1.product'));
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

  test('that are imported with an archive get another name if theirs is in use', async () => {
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
  });

  test('get many animals in one request, which one request undoes as a whole', async () => {
    const person = await server().register();
    const [doe, kid] = [await person.addAnimal(), await person.addAnimal()];
    const { id: placeId } = await person.call('addPlace', { body: { name: 'Top field' } });
    const moves = await person.record(...[doe, kid].map(({ id: animalId }) => ({ kind: 'move', animalId, placeId })));
    const ids = moves.map(({ id }) => id);
    const undo = (...others: string[]) =>
      person.call('voidEvents', { body: { ids: [...ids, ...others], reason: 'Wrong field' } });
    const placesNow = async () => (await person.call('listAnimalStates')).map((state) => state.placeId);
    await expect(undo(uuidv7())).rejects.toEqual(refusal('events.not_found'));
    expect(await placesNow()).toEqual([placeId, placeId]);
    const undone = await undo();
    expect(undone.events.map(({ id, voidReason }) => [id, voidReason])).toEqual(ids.map((id) => [id, 'Wrong field']));
    expect(await undo()).toEqual(undone);
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
    ] as const)
      await expect(add(rule)).rejects.toEqual(refusal('request.invalid', path));
    const change = (id: string, rule: object) => person.call('changeGroup', { params: { id }, body: { rule } });
    await expect(change(due.id, {})).rejects.toEqual(refusal('request.invalid', 'rule'));
    await expect(change(kept.id, { gradeTo: 2 })).rejects.toEqual(refusal('request.invalid', 'rule'));
    const move = (fields: object) => person.record({ kind: 'move', animalId: doe.id, ...fields });
    const errors = [{ path: 'events.0.groupId', message: expect.stringContaining('Due is a rule') as string }];
    await expect(move({ groupId: due.id })).rejects.toMatchObject({ code: 'request.invalid', errors });
    await expect(move({ groupId: due.id, leavesGroup: true })).rejects.toMatchObject({ code: 'request.invalid' });
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

  test('a worklist has at most 5,000 animals, each once, all of which the farm has or had', async () => {
    const person = await server().register();
    const [doe, gone] = [await person.addAnimal(), await person.addAnimal()];
    const foreign = await (await server().register()).addAnimal();
    await person.call('deleteAnimal', { params: { id: gone.id } });
    const begin = (animalIds: string[]) => person.call('addWorklist', { body: { name: 'Counting', work: 'count', animalIds } });
    expect(await begin([doe.id, gone.id])).toMatchObject({ animalIds: [doe.id, gone.id] });
    for (const ids of [[doe.id, foreign.id], [doe.id, doe.id], Array.from({ length: 5001 }, () => uuidv7())])
      await expect(begin(ids)).rejects.toEqual(refusal('request.invalid', 'animalIds'));
  });

  test('a chore keeps fields that a change does not contain, and has who did it and when', async () => {
    const person = await server().register();
    const { id } = await person.call('addPlace', { body: { name: 'Top field' } });
    const fence = { name: 'Mend the fence', day: '2026-05-02', repeat: 'week', responsible: 'Old Tom' } as const;
    const added = await person.call('addChore', { body: { ...fence, placeId: id } });
    const change = { params: { id: added.id }, body: { isArchived: true, doneOn: '2026-05-03' } };
    const done = await person.call('changeChore', change);
    expect(done).toMatchObject({ ...fence, placeId: id, doneOn: '2026-05-03', doneBy: person.username });
    expect(done.archivedAt).not.toBeNull();
    const undone = await person.call('changeChore', { ...change, body: { isArchived: false, doneOn: null } });
    expect(undone).toEqual({ ...added, version: 3 });
  });
});
