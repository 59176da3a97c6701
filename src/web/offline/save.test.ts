import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { isWaiting, waitsForSpace } from '#web/lib/server/waiting-reply.ts';
import { read } from '#web/lib/server/query.ts';
import { openFarmDatabase } from './copy/database.ts';
import { FarmCopy } from './copy/farm-copy.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02' });

let farm = 0;
let client: QueryClient;
let copies: FarmCopy[];
beforeEach(() => {
  [client, copies] = [new QueryClient(), []];
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => {
  for (const copy of copies) copy.close();
  vi.unstubAllGlobals();
});

/** On a phone without signal. */
async function openFarm(animals: readonly Animal[], isComplete = true): Promise<FarmCopy> {
  farm += 1;
  const user = {
    id: 'ada',
    farmId: `saves-${farm}`,
    username: 'ada',
    subscriptionPlan: 'basic',
    subscriptionStatus: 'active',
    animalLimit: 2,
  } as CurrentUser;
  const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId });
  if (isComplete) await db.put('cursor', { epoch: 'e', since: '1', isComplete }, 'cursor');
  await db.put('rows', animals, ['animals', 0]);
  db.close();
  const copy = await FarmCopy.open({ client, user, onSessionOver: () => {} });
  copies.push(copy);
  return copy;
}

const weighing = (ofAnimal: string) => ({ kind: 'weighing', animalId: ofAnimal, day: '2026-03-01', weightGrams: 1000 });

describe('before the farm is on the phone, a save', () => {
  test('waits, and answers with the record that was read of the server', async () => {
    const copy = await openFarm([], false);
    await client.fetchQuery({ ...read('listAnimals', { query: {} }), queryFn: () => [animal] });
    const changed = await copy.save('changeAnimal', { params: { id: animalId }, body: { name: 'Maud', version: 1 } });
    expect([changed, isWaiting(changed)]).toEqual([expect.objectContaining({ tagNumber: 'MJ-02', name: 'Maud' }), true]);
    expect(copy.status.operations.map(({ label }) => label)).toEqual(['Change of MJ-02']);
  });

  test('is shown in the lists that were read of the server, and no longer once it is discarded', async () => {
    const copy = await openFarm([], false);
    const list = { ...read('listAnimals', { query: {} }), queryFn: () => [animal] };
    await client.fetchQuery(list);
    const shown = () => client.getQueryData(list.queryKey)?.map(({ tagNumber, name }) => [tagNumber, name]);
    await copy.save('changeAnimal', { params: { id: animalId }, body: { name: 'Maud', version: 1 } });
    await copy.save('addAnimal', { body: { tagNumber: 'MJ-03', species: 'goat', sex: 'female' } });
    expect(shown()?.toSorted()).toEqual([
      ['MJ-02', 'Maud'],
      ['MJ-03', null],
    ]);
    await copy.discard(copy.status.operations);
    expect(shown()).toEqual([['MJ-02', animal.name]]);
  });

  test('waits, and answers with what was sent where nothing is known of it', async () => {
    const copy = await openFarm([], false);
    const reply = (await copy.save('recordEvents', { body: { events: [weighing('b')] } })) as { events: RecordedEvent[] };
    expect([reply.events, isWaiting(reply)]).toEqual([[{ ...weighing('b'), id: expect.any(String) as string }], true]);
    expect(await copy.save('deleteAnimal', { params: { id: 'c' } })).toEqual({ id: 'c' });
    expect(copy.waiting).toBe(2);
  });
});

describe('what adds animals beyond the plan', () => {
  const add = (copy: FarmCopy, tagNumber: string) =>
    copy.save('addAnimal', { body: { tagNumber, species: 'goat', sex: 'female' } });

  test('says that it waits for room; what fits, and a change of those that are there, does not', async () => {
    const copy = await openFarm([animal]);
    expect(waitsForSpace(await add(copy, 'MJ-03'))).toBe(false);
    expect(waitsForSpace(await add(copy, 'MJ-04'))).toBe(true);
    const change = await copy.save('changeAnimal', { params: { id: animalId }, body: { name: 'Maud', version: 1 } });
    expect([isWaiting(change), waitsForSpace(change)]).toEqual([true, false]);
  });

  test('has room once one is marked sold', async () => {
    const copy = await openFarm([animal, buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120003', tagNumber: 'MJ-03' })]);
    await copy.save('changeAnimal', { params: { id: animalId }, body: { status: 'sold', version: 1 } });
    expect(waitsForSpace(await add(copy, 'MJ-04'))).toBe(false);
  });

  test('is no birth: its young wait in it, as on the server', async () => {
    const copy = await openFarm([animal]);
    const young = [1, 2].map(() => ({ sex: 'female', state: 'alive' }));
    const birth = { kind: 'birth', animalId, day: '2026-03-01', young };
    const reply = (await copy.save('recordEvents', { body: { events: [birth] } })) as { events: RecordedEvent[] };
    expect([isWaiting(reply), waitsForSpace(reply)]).toEqual([true, false]);
    expect(reply.events).toMatchObject([{ young: [{ waits: false }, { waits: true }] }]);
  });
});

describe('what is saved with a photo', () => {
  /** Answers each save so, and photos not at all. */
  function answerWith(status: number, message: string): string[] {
    const sent: string[] = [];
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
      sent.push(`${method} ${url}`);
      if (url !== `/api/animals/${animalId}`) throw new TypeError('offline');
      return Response.json({ message }, { status });
    });
    return sent;
  }

  test('is not sent in part if the server refuses it, and the form keeps the photo', async () => {
    const copy = await openFarm([animal]);
    const imageUrl = await copy.storePhoto(new Blob(['photo']));
    const sent = answerWith(400, 'The name is too long.');
    const saving = copy.save('changeAnimal', { params: { id: animalId }, body: { name: 'Maud', imageUrl, version: 1 } });
    await expect(saving).rejects.toThrow('The name is too long.');
    expect(copy.waiting).toBe(0);
    expect(sent.filter((one) => !one.startsWith('GET'))).toEqual([`PATCH /api/animals/${animalId}`]);
    expect(await copy.readPhoto(waitingPhotoId(imageUrl) ?? '')).toBeDefined();
  });

  test('waits as a change of its own behind what it belongs to', async () => {
    const copy = await openFarm([]);
    const imageUrl = await copy.storePhoto(new Blob(['photo']));
    await copy.save('addAnimal', { body: { tagNumber: 'MJ-03', species: 'goat', sex: 'female', imageUrl } });
    const [added, photo] = copy.status.operations;
    expect([added?.call, photo?.call, photo?.needs]).toEqual(['addAnimal', 'changeAnimal', [added?.id]]);
    expect(photo?.body).toEqual({ imageUrl });
  });
});
