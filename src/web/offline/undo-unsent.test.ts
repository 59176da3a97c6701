import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { storeFarm } from '#test/stored-farm.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import type { FarmCopy } from './copy/farm-copy.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';

let copy: FarmCopy;
beforeEach(async () => {
  vi.stubGlobal('document', { cookie: '' });
  copy = await (await storeFarm({ animals: [buildAnimal({ id: animalId, tagNumber: 'MJ-02' })] })).open();
});
afterEach(() => vi.unstubAllGlobals());

const sale = { status: 'sold', day: '2026-03-01' };
const change = (body: object) => copy.save('changeAnimal', { params: { id: animalId }, body: { version: 1, ...body } });
const animal = () => copy.rows.animals.get(animalId);
const openEvents = () => [...copy.rows.events.values()].filter(({ voidedAt }) => voidedAt === null);
const ofEvent = (call: 'voidEvent' | 'replaceEvent', body: object) =>
  copy.save(call, { params: { id: openEvents()[0]?.id ?? '' }, body });
const undo = () => ofEvent('voidEvent', { version: 1 });
const left = () => copy.status.operations.map(({ body }) => body);

test('a sale that waits is undone by taking it back, and nothing is left to be sent', async () => {
  await change(sale);
  expect([animal()?.status, openEvents().map(({ kind }) => kind)]).toEqual(['sold', ['sale']]);
  const undone = await undo();
  expect(undone).toMatchObject({ kind: 'sale', animalId });
  expect(isWaiting(undone)).toBe(false);
  expect([animal()?.status, openEvents(), left()]).toEqual(['active', [], []]);
});

test('what else was changed with the sale is still sent', async () => {
  await change({ ...sale, notes: 'calm' });
  await undo();
  expect(animal()).toMatchObject({ status: 'active', notes: 'calm' });
  expect(left()).toEqual([{ version: 1, notes: 'calm' }]);
});

test('an event that cannot be told from the rest of what waits stays, and the reason is said', async () => {
  await change({ castratedOn: '2026-02-01', notes: 'calm' });
  await expect(undo()).rejects.toThrow("It belongs to 'Change of MJ-02', which is waiting on this device.");
  expect(left()).toEqual([{ version: 1, castratedOn: '2026-02-01', notes: 'calm' }]);
});

test('an event that the server has not made yet is not changed under an id that it will not have', async () => {
  await change(sale);
  const replaced = ofEvent('replaceEvent', { kind: 'sale', animalId, day: '2026-02-01' });
  await expect(replaced).rejects.toThrow('You can change it once it has been sent.');
  expect(left()).toHaveLength(1);
});
