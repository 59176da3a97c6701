import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import { openFarmDatabase } from './copy/database.ts';
import { FarmCopy } from './copy/farm-copy.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02' });

let farm = 0;
let copy: FarmCopy;
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('document', { cookie: '' });
  farm += 1;
  const user = { id: 'ada', farmId: `sold-${farm}`, username: 'ada' } as CurrentUser;
  const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId });
  await db.put('cursor', { epoch: 'e', since: '1', isComplete: true }, 'cursor');
  await db.put('rows', [animal], ['animals', 0]);
  db.close();
  copy = await FarmCopy.open({ client: new QueryClient(), user, onSessionOver: () => {} });
});
afterEach(() => {
  copy.close();
  vi.unstubAllGlobals();
});

const change = (body: object) => copy.save('changeAnimal', { params: { id: animalId }, body: { version: 1, ...body } });
const openEvents = () => [...copy.rows.events.values()].filter(({ voidedAt }) => voidedAt === null);
const undo = async () => {
  const [{ id } = { id: '' }] = openEvents();
  return copy.save('voidEvent', { params: { id }, body: { version: 1 } });
};
const left = () => copy.status.operations.map(({ body }) => body);

test('a sale that waits is undone by taking it back, and nothing is left to be sent', async () => {
  await change({ status: 'sold', day: '2026-03-01' });
  expect([copy.rows.animals.get(animalId)?.status, openEvents().map(({ kind }) => kind)]).toEqual(['sold', ['sale']]);
  const undone = await undo();
  expect(undone).toMatchObject({ kind: 'sale', animalId });
  expect(isWaiting(undone)).toBe(false);
  expect([copy.rows.animals.get(animalId)?.status, openEvents(), left()]).toEqual(['active', [], []]);
});

test('what else was changed with the sale is still sent', async () => {
  await change({ status: 'sold', day: '2026-03-01', notes: 'calm' });
  await undo();
  expect(copy.rows.animals.get(animalId)).toMatchObject({ status: 'active', notes: 'calm' });
  expect(left()).toEqual([{ version: 1, notes: 'calm' }]);
});

test('an event that cannot be told from the rest of what waits stays, and the reason is said', async () => {
  await change({ castratedOn: '2026-02-01', notes: 'calm' });
  await expect(undo()).rejects.toThrow("It belongs to 'Change of MJ-02', which is waiting on this device.");
  expect(left()).toEqual([{ version: 1, castratedOn: '2026-02-01', notes: 'calm' }]);
});

test('an event that the server has not made yet is not changed under an id that it will not have', async () => {
  await change({ status: 'sold', day: '2026-03-01' });
  const [{ id } = { id: '' }] = openEvents();
  const replaced = copy.save('replaceEvent', { params: { id }, body: { kind: 'sale', animalId, day: '2026-02-01' } });
  await expect(replaced).rejects.toThrow('You can change it once it has been sent.');
  expect(left()).toHaveLength(1);
});
