import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { type FarmDatabase, openFarmDatabase } from './database.ts';
import { collectionNames } from './farm-rows.ts';
import { RowStore } from './row-store.ts';

const empty = Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as Changes;
const page = (change: object): Changes => ({ ...empty, epoch: 'e', to: 1, more: false, gone: [], ...change });
const animals = (ids: readonly number[], name = 'A') => ids.map((id) => ({ id: `a${id}`, name }));
const events = (ids: readonly number[]) => ids.map((id) => ({ id: `e${id}`, animalId: 'a1' }));
const cursor = (since: number) => (since === 0 ? undefined : { epoch: 'e', since: String(since), isComplete: true });
const count = (length: number) => Array.from({ length }, (_, index) => index);

let db: FarmDatabase;
let store: RowStore;
let farm = 0;
beforeEach(async () => {
  farm += 1;
  db = await openFarmDatabase({ userId: 'u', farmId: String(farm) });
  store = await RowStore.load(db);
});

/** Stores the page of a revision. */
const apply = (since: number, change: object, to = store) => to.apply(page(change), cursor(since - 1), cursor(since)!);
const applyAnimals = (since: number, ids: readonly number[], to = store) => apply(since, { animals: animals(ids) }, to);
const has = ({ rows, cursor: at }: RowStore) => ({ animals: [...rows.animals.keys()].toSorted(), since: at?.since });
const stored = async () => has(await RowStore.load(db));

test('rows that were stored in pages are there after a restart', async () => {
  await applyAnimals(1, count(1200));
  await apply(2, { animals: animals([7], 'B'), gone: [{ kind: 'animal', id: 'a8' }] });
  const { rows } = await RowStore.load(db);
  expect([rows.animals.size, rows.animals.get('a7'), rows.animals.has('a8')]).toEqual([1199, { id: 'a7', name: 'B' }, false]);
  expect(store.rows).toEqual(rows);
});

test('what a screen has read stays as it was when rows change', async () => {
  await applyAnimals(1, [1]);
  const before = store.rows;
  await apply(2, { animals: animals([1, 2], 'B') });
  expect([...before.animals.values()]).toEqual([{ id: 'a1', name: 'A' }]);
  expect([store.rows.animals.size, before.places === store.rows.places]).toEqual([2, true]);
});

test('of two windows that read the same page, the second takes over what the first has stored', async () => {
  const second = await RowStore.load(db);
  await applyAnimals(1, [1]);
  await applyAnimals(2, [2]);
  await applyAnimals(1, [1], second);
  for (const each of [has(second), await stored()]) expect(each).toEqual({ animals: ['a1', 'a2'], since: '2' });
});

test('a window follows the pages of another, also when it has missed one', async () => {
  const second = await RowStore.load(db);
  for (const n of [1, 2, 3]) {
    await applyAnimals(n, [n]);
    if (n !== 2) await second.follow(page({ animals: animals([n]) }), cursor(n - 1), cursor(n)!);
  }
  expect(has(second).animals).toEqual(['a1', 'a2', 'a3']);
});

test('without room in the storage the rows are in memory, and what was stored before stays', async () => {
  await applyAnimals(1, [1]);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const transaction = vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await applyAnimals(2, [2]);
  transaction.mockRestore();
  log.mockRestore();
  await applyAnimals(3, [3]);
  expect(has(store)).toEqual({ animals: ['a1', 'a2', 'a3'], since: '3' });
  expect(await stored()).toEqual({ animals: ['a1'], since: '1' });
});

test('a cleared copy has neither rows nor cursor', async () => {
  await applyAnimals(1, [1]);
  await store.clear();
  for (const each of [has(store), await stored()]) expect(each).toEqual({ animals: [], since: undefined });
});

test('a copy is opened with the animals, and has the events a moment later, with what another window stores meanwhile', async () => {
  await apply(1, { animals: animals([1, 2]), events: events(count(4600)), animalStates: [{ animalId: 'a1' }] });
  const opened = await RowStore.open(db);
  const sizes = () => [opened.rows.animals.size, opened.rows.animalStates.size, opened.rows.events.size];
  expect([...sizes(), opened.isComplete]).toEqual([2, 0, 0, true]);
  await apply(2, { animals: animals([3]), events: events([4600]) });
  await opened.whenRead();
  expect([...sizes(), opened.whenRead(), opened.cursor?.since]).toEqual([3, 1, 4601, undefined, '2']);
  await apply(3, { events: events([4601]), gone: [{ kind: 'event', id: 'e7' }] }, opened);
  expect((await RowStore.load(db)).rows).toEqual(opened.rows);
});
