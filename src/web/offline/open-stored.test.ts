import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { storeFarm } from '#test/stored-farm.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02' });
const event = { id: 'e1', kind: 'note', animalId, day: '2026-01-02', voidedAt: null, createdAt: '2026-01-02' };

beforeEach(() => void vi.stubGlobal('document', { cookie: '' }));
afterEach(() => vi.unstubAllGlobals());

test('a save waits for the rows that it changes, and a farm in which something waits is opened with all of them', async () => {
  const { openStored } = await storeFarm({ animals: [animal], events: [event] });
  const copy = await openStored();
  await copy.save('changeAnimal', { params: { id: animalId }, body: { version: 1, notes: 'calm' } });
  copy.close();
  const { rows } = await openStored();
  expect([rows.animals.get(animalId)?.notes, rows.events.size]).toEqual(['calm', 1]);
});
