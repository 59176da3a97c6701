import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { countWaiting } from '#web/lib/server/waiting-count.ts';
import { openFarmDatabase, type QueuedOperation } from './copy/database.ts';
import { FarmCopy } from './copy/farm-copy.ts';

let farm = 0;
let user: CurrentUser;
beforeEach(() => {
  farm += 1;
  user = { id: 'ada', farmId: `oak-${farm}`, username: 'ada' } as CurrentUser;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
const openCopy = () => FarmCopy.open({ client: new QueryClient(), user, onSessionOver: () => {} });

/** A farm with its rows, and what waits. */
async function store(operations: readonly object[]): Promise<void> {
  const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId });
  await db.put('cursor', { epoch: 'e', since: '1', isComplete: true }, 'cursor');
  await db.put('rows', [{ id: 'a', tagNumber: 'MJ-02' }], ['animals', 0]);
  await db.put('user', user, 'user');
  for (const operation of operations) await db.add('operations', operation as QueuedOperation);
  db.close();
}

const waiting = { id: 'op', call: 'recordEvents', params: {}, body: { events: [] }, needs: [], state: 'waiting', attempts: 0 };

test('of a farm that a person has signed out of, nothing stays but what is to be sent', async () => {
  await store([waiting]);
  const copy = await openCopy();
  expect([copy.waiting, countWaiting()]).toEqual([1, 1]);
  await copy.end({ keepsOperations: true });
  const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId });
  const left = await Promise.all((['rows', 'cursor', 'user', 'receipts', 'operations'] as const).map((name) => db.count(name)));
  db.close();
  expect(left).toEqual([0, 0, 0, 0, 1]);
  expect(countWaiting()).toBe(1);
});

test.each([
  ['what waits is deleted with the farm where a person has chosen so', [waiting], false],
  ['where nothing waits, the whole database goes', [], true],
])('%s', async (_, operations, keepsOperations) => {
  await store(operations);
  const copy = await openCopy();
  await copy.end({ keepsOperations });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(`farm ${user.farmId} of ada`);
  expect(countWaiting()).toBe(0);
});
