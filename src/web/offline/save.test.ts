import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { storeFarm } from '#test/stored-farm.ts';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { isWaiting, waitsForSpace } from '#web/lib/server/waiting-reply.ts';
import { read } from '#web/lib/server/query.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02' });

beforeEach(() => void vi.stubGlobal('document', { cookie: '' }));
afterEach(() => vi.unstubAllGlobals());

/** On a phone without signal. */
async function openFarm(animals: readonly Animal[], isComplete = true) {
  const client = new QueryClient();
  const copy = await (await storeFarm({ animals, isComplete, client })).open();
  const add = (tagNumber: string, rest: object = {}) =>
    copy.save('addAnimal', { body: { tagNumber, species: 'goat', sex: 'female', ...rest } });
  const change = (body: object) => copy.save('changeAnimal', { params: { id: animalId }, body: { ...body, version: 1 } });
  const record = (event: object) =>
    copy.save('recordEvents', { body: { events: [event] } }) as Promise<{ events: RecordedEvent[] }>;
  return { client, copy, add, change, record };
}

const day = '2026-03-01';

describe('before the farm is on the phone, a save', () => {
  test('waits, is shown in the lists that were read of the server, and no longer once it is discarded', async () => {
    const { client, copy, add, change } = await openFarm([], false);
    const list = { ...read('listAnimals', { query: {} }), queryFn: () => [animal] };
    await client.fetchQuery(list);
    const shown = () => client.getQueryData(list.queryKey)?.map(({ tagNumber, name }) => [tagNumber, name]);
    const changed = await change({ name: 'Maud' });
    expect([changed, isWaiting(changed)]).toEqual([expect.objectContaining({ tagNumber: 'MJ-02', name: 'Maud' }), true]);
    await add('MJ-03');
    expect(copy.status.operations[0]?.label).toBe('Change of MJ-02');
    expect(Object.fromEntries(shown() ?? [])).toEqual({ 'MJ-02': 'Maud', 'MJ-03': null });
    await copy.discard(copy.status.operations);
    expect(shown()).toEqual([['MJ-02', animal.name]]);
  });

  test('waits, and answers with what was sent where nothing is known of it', async () => {
    const { copy, record } = await openFarm([], false);
    const weighing = { kind: 'weighing', animalId: 'b', day, weightGrams: 1000 };
    const reply = await record(weighing);
    expect([reply.events, isWaiting(reply)]).toEqual([[{ ...weighing, id: expect.any(String) as string }], true]);
    expect(await copy.save('deleteAnimal', { params: { id: 'c' } })).toEqual({ id: 'c' });
    expect(copy.waiting).toBe(2);
  });
});

describe('what adds animals beyond the plan', () => {
  test('says that it waits for room; what fits, and a change of those that are there, does not', async () => {
    const { add, change } = await openFarm([animal]);
    const replies = [await add('MJ-03'), await add('MJ-04'), await change({ name: 'Maud' })];
    expect(replies.map(isWaiting)).toEqual([true, true, true]);
    expect(replies.map(waitsForSpace)).toEqual([false, true, false]);
  });

  test('has room once one is marked sold', async () => {
    const { add, change } = await openFarm([animal, { ...animal, id: '018f2b6e-7c1a-7c3e-8a55-0242ac120003' }]);
    await change({ status: 'sold' });
    expect(waitsForSpace(await add('MJ-04'))).toBe(false);
  });

  test('is no birth: its young wait in it, as on the server', async () => {
    const { record } = await openFarm([animal]);
    const young = [1, 2].map(() => ({ sex: 'female', state: 'alive' }));
    const reply = await record({ kind: 'birth', animalId, day, young });
    expect([isWaiting(reply), waitsForSpace(reply)]).toEqual([true, false]);
    expect(reply.events).toMatchObject([{ young: [{ waits: false }, { waits: true }] }]);
  });
});

describe('what is saved with a photo', () => {
  test('is not sent in part if the server refuses it, and the form keeps the photo', async () => {
    const { copy, change } = await openFarm([animal]);
    const imageUrl = await copy.storePhoto(new Blob(['photo']));
    const sent: string[] = [];
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
      if (method !== 'GET') sent.push(`${method} ${url}`);
      if (url !== `/api/animals/${animalId}`) throw new TypeError('offline');
      return Response.json({ message: 'The name is too long.' }, { status: 400 });
    });
    await expect(change({ name: 'Maud', imageUrl })).rejects.toThrow('The name is too long.');
    expect(copy.waiting).toBe(0);
    expect(sent).toEqual([`PATCH /api/animals/${animalId}`]);
    expect(await copy.readPhoto(waitingPhotoId(imageUrl) ?? '')).toBeDefined();
  });

  test('waits as a change of its own behind what it belongs to', async () => {
    const { copy, add } = await openFarm([]);
    const imageUrl = await copy.storePhoto(new Blob(['photo']));
    await add('MJ-03', { imageUrl });
    const [added, photo] = copy.status.operations;
    expect([added?.call, photo?.call, photo?.needs]).toEqual(['addAnimal', 'changeAnimal', [added?.id]]);
    expect(photo?.body).toEqual({ imageUrl });
  });
});

test('a save waits for the rows that it changes, and a farm in which something waits is opened with all of them', async () => {
  const event = { id: 'e1', kind: 'note', animalId, day: '2026-01-02', voidedAt: null, createdAt: '2026-01-02' };
  const { openStored } = await storeFarm({ animals: [animal], events: [event] });
  const copy = await openStored();
  await copy.save('changeAnimal', { params: { id: animalId }, body: { version: 1, notes: 'calm' } });
  copy.close();
  const { rows } = await openStored();
  expect([rows.animals.get(animalId)?.notes, rows.events.size]).toEqual(['calm', 1]);
});
