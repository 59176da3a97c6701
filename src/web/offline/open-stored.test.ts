import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { openFarmDatabase } from './copy/database.ts';
import { FarmCopy } from './copy/farm-copy.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02' });
const event = { id: 'e1', kind: 'note', animalId, day: '2026-01-02', voidedAt: null, createdAt: '2026-01-02' };

let farm = 0;
let copy: FarmCopy | undefined;
const openStored = async ({ isPut = true } = {}) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('document', { cookie: '' });
  if (isPut) farm += 1;
  const user = { id: 'ada', farmId: `stored-${farm}`, username: 'ada' } as CurrentUser;
  const stored = { userId: user.id, farmId: user.farmId };
  if (isPut) {
    const db = await openFarmDatabase(stored);
    await db.put('user', user, 'user');
    await db.put('cursor', { epoch: 'e', since: '1', isComplete: true }, 'cursor');
    await db.put('rows', [animal], ['animals', 0]);
    await db.put('rows', [event], ['events', 0]);
    db.close();
  }
  copy = await FarmCopy.openStored({ client: new QueryClient(), farm: stored, onSessionOver: () => {} });
  if (!copy) throw new Error('Nothing is stored');
  return copy;
};
afterEach(() => {
  copy?.close();
  vi.unstubAllGlobals();
});

test('a stored farm answers with its animals at once, and with its events when they are read', async () => {
  await openStored();
  const answer = (name: string) => copy?.answer(name, { query: {} });
  expect(answer('listAnimals')).toEqual([animal]);
  expect(answer('listEvents')).toBeInstanceOf(Promise);
  expect(await answer('listEvents')).toEqual([event]);
  expect(answer('listEvents')).toEqual([event]);
});

test('a save waits for the rows that it changes, and a farm in which something waits is opened with all of them', async () => {
  await (await openStored()).save('changeAnimal', { params: { id: animalId }, body: { version: 1, notes: 'calm' } });
  copy?.close();
  const { rows } = await openStored({ isPut: false });
  expect([rows.animals.get(animalId)?.notes, rows.events.size]).toEqual(['calm', 1]);
});
