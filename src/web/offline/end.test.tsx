import { expect, test } from 'vitest';
import { storeFarm } from '#test/stored-farm.ts';
import { countWaiting } from '#web/lib/server/waiting-count.ts';
import { openFarmDatabase } from './copy/database.ts';

const animals = [{ id: 'a', tagNumber: 'MJ-02' }];
const waiting = { id: 'op', call: 'recordEvents', params: {}, body: { events: [] }, needs: [], state: 'waiting', attempts: 0 };

test('of a farm that a person has signed out of, nothing stays but what is to be sent', async () => {
  const { farm, open } = await storeFarm({ animals, operations: [waiting] });
  const copy = await open();
  expect([copy.waiting, countWaiting()]).toEqual([1, 1]);
  await copy.end({ keepsOperations: true });
  const db = await openFarmDatabase(farm);
  const stores = ['rows', 'cursor', 'user', 'receipts', 'operations'] as const;
  expect(await Promise.all(stores.map((name) => db.count(name)))).toEqual([0, 0, 0, 0, 1]);
  db.close();
  expect(countWaiting()).toBe(1);
});

test.each([
  ['what waits is deleted with the farm where a person has chosen so', [waiting], false],
  ['where nothing waits, the whole database goes', [], true],
])('%s', async (_, operations, keepsOperations) => {
  const { farm, open } = await storeFarm({ animals, operations });
  await (await open()).end({ keepsOperations });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`farm ${farm.farmId} of ada`);
  expect(countWaiting()).toBe(0);
});
