import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { type FarmDatabase, openFarmDatabase } from './database.ts';
import { RowStore } from './row-store.ts';

const empty = {
  animals: [],
  animalTags: [],
  breedingRecords: [],
  events: [],
  animalStates: [],
  places: [],
  groups: [],
  products: [],
  worklists: [],
  exposures: [],
  chores: [],
  gone: [],
};

const page = (change: object): Changes => ({ epoch: 'e', to: 1, more: false, ...empty, ...change });
const animals = (ids: readonly number[], name = 'A') => ids.map((id) => ({ id: `a${id}`, name }));
const cursor = (since: number) => ({ epoch: 'e', since: String(since), isComplete: true });
const count = (length: number) => Array.from({ length }, (_, index) => index);

let db: FarmDatabase;
let farm = 0;
beforeEach(async () => {
  farm += 1;
  db = await openFarmDatabase({ userId: 'u', farmId: String(farm) });
});

const stored = async () => {
  const { rows, cursor: at } = await RowStore.load(db);
  return { animals: [...rows.animals.keys()].toSorted(), since: at?.since };
};

test('rows that were stored in pages are there after a restart', async () => {
  const store = await RowStore.load(db);
  await store.apply(page({ animals: animals(count(1200)) }), undefined, cursor(1));
  await store.apply(page({ animals: animals([7], 'B'), gone: [{ kind: 'animal', id: 'a8' }] }), cursor(1), cursor(2));
  const { rows } = await RowStore.load(db);
  expect([rows.animals.size, rows.animals.get('a7'), rows.animals.has('a8')]).toEqual([1199, { id: 'a7', name: 'B' }, false]);
  expect(store.rows).toEqual(rows);
});

test('what a screen has read stays as it was when rows change', async () => {
  const store = await RowStore.load(db);
  await store.apply(page({ animals: animals([1]) }), undefined, cursor(1));
  const before = store.rows;
  await store.apply(page({ animals: animals([1, 2], 'B') }), cursor(1), cursor(2));
  expect([before.animals.size, store.rows.animals.size, before.animals.get('a1'), before.places === store.rows.places]).toEqual([
    1,
    2,
    { id: 'a1', name: 'A' },
    true,
  ]);
});

test('of two windows that read the same page, the second takes over what the first has stored', async () => {
  const [first, second] = [await RowStore.load(db), await RowStore.load(db)];
  await first.apply(page({ animals: animals([1]) }), undefined, cursor(1));
  await first.apply(page({ animals: animals([2]) }), cursor(1), cursor(2));
  await second.apply(page({ animals: animals([1]) }), undefined, cursor(1));
  expect([[...second.rows.animals.keys()], second.cursor?.since]).toEqual([['a1', 'a2'], '2']);
  expect(await stored()).toEqual({ animals: ['a1', 'a2'], since: '2' });
});

test('a window follows the pages of another, also when it has missed one', async () => {
  const [first, second] = [await RowStore.load(db), await RowStore.load(db)];
  const [one, two, three] = [page({ animals: animals([1]) }), page({ animals: animals([2]) }), page({ animals: animals([3]) })];
  await first.apply(one, undefined, cursor(1));
  await second.follow(one, undefined, cursor(1));
  await first.apply(two, cursor(1), cursor(2));
  await first.apply(three, cursor(2), cursor(3));
  await second.follow(three, cursor(2), cursor(3));
  expect([...second.rows.animals.keys()]).toEqual(['a1', 'a2', 'a3']);
});

test('without room in the storage the rows are in memory, and what was stored before stays', async () => {
  const store = await RowStore.load(db);
  await store.apply(page({ animals: animals([1]) }), undefined, cursor(1));
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const transaction = vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await store.apply(page({ animals: animals([2]) }), cursor(1), cursor(2));
  transaction.mockRestore();
  log.mockRestore();
  await store.apply(page({ animals: animals([3]) }), cursor(2), cursor(3));
  expect([[...store.rows.animals.keys()], store.cursor?.since]).toEqual([['a1', 'a2', 'a3'], '3']);
  expect(await stored()).toEqual({ animals: ['a1'], since: '1' });
});

test('a cleared copy has neither rows nor cursor', async () => {
  const store = await RowStore.load(db);
  await store.apply(page({ animals: animals([1]) }), undefined, cursor(1));
  await store.clear();
  expect([store.rows.animals.size, store.cursor, await stored()]).toEqual([0, undefined, { animals: [], since: undefined }]);
});

const events = (ids: readonly number[]) => ids.map((id) => ({ id: `e${id}`, animalId: 'a1' }));

test('a copy is opened with the animals, and has the events a moment later', async () => {
  const first = await RowStore.load(db);
  const all = page({ animals: animals([1, 2]), events: events(count(4600)), animalStates: [{ animalId: 'a1' }] });
  await first.apply(all, undefined, cursor(1));
  const store = await RowStore.open(db);
  const sizes = () => [store.rows.animals.size, store.rows.animalStates.size, store.rows.events.size];
  expect([...sizes(), store.isComplete]).toEqual([2, 0, 0, true]);
  await store.whenRead();
  expect([...sizes(), store.whenRead()]).toEqual([2, 1, 4600, undefined]);
  await store.apply(page({ events: events([4600]), gone: [{ kind: 'event', id: 'e7' }] }), cursor(1), cursor(2));
  expect((await RowStore.load(db)).rows).toEqual(store.rows);
});

test('what another window stores while a copy is opened is in it', async () => {
  const first = await RowStore.load(db);
  await first.apply(page({ animals: animals([1]), events: events(count(4600)) }), undefined, cursor(1));
  const store = await RowStore.open(db);
  await first.apply(page({ animals: animals([2]), events: events([4600]) }), cursor(1), cursor(2));
  await store.whenRead();
  expect([store.rows.animals.size, store.rows.events.size, store.cursor?.since]).toEqual([2, 4601, '2']);
});
