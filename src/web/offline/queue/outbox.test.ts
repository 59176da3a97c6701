import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { type FarmDatabase, openFarmDatabase, type QueuedOperation, storePhoto } from '../copy/database.ts';
import type { StoredOperation } from './operation.ts';
import { Outbox } from './outbox.ts';

const operation = (id: string, rest: Partial<QueuedOperation> = {}) =>
  ({
    id,
    shape: 1,
    call: 'recordEvents',
    params: {},
    needs: [],
    state: 'waiting',
    attempts: 0,
    ...rest,
  }) as unknown as QueuedOperation;

let db: FarmDatabase;
let farm = 0;
beforeEach(async () => {
  farm += 1;
  db = await openFarmDatabase({ userId: 'corrections', farmId: String(farm) });
});

test('what needed a refused operation needs its correction, and is sent again where it was refused for that', async () => {
  const outbox = await Outbox.load(db);
  const refused = await outbox.add(operation('animal', { state: 'refused' }));
  await outbox.add(operation('weight', { needs: ['animal'], state: 'refused' }));
  await outbox.add(operation('other', { state: 'refused' }));
  const correction = await outbox.add(operation('corrected'));
  await outbox.finishCorrection([refused], correction);
  const stored = (await Outbox.load(db)).operations.map(({ id, needs, state }) => ({ id, needs, state }));
  expect(stored).toEqual([
    { id: 'weight', needs: ['corrected'], state: 'waiting' },
    { id: 'other', needs: [], state: 'refused' },
    { id: 'corrected', needs: [], state: 'waiting' },
  ]);
});

test('what waited for room goes behind what makes room, with what needs it', async () => {
  const outbox = await Outbox.load(db);
  const full = await outbox.add(operation('animal', { state: 'refused' }));
  const dependent = await outbox.add(operation('weight', { needs: ['animal'] }));
  await outbox.add(operation('sale'));
  await outbox.moveToEnd([full, dependent] as StoredOperation[]);
  expect((await Outbox.load(db)).operations.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'sale waiting',
    'animal waiting',
    'weight waiting',
  ]);
});

describe('what was discarded or corrected elsewhere meanwhile', () => {
  const stored = async () => (await Outbox.load(db)).operations.map(({ id, body, state }) => ({ id, body, state }));

  test('does not come back when its photo has arrived, it is retried, replaced or moved', async () => {
    const outbox = await Outbox.load(db);
    const late = await outbox.add(operation('animal', { state: 'refused' }));
    const kept = await outbox.add(operation('weight', { body: 'as entered' }));
    const elsewhere = await Outbox.load(db);
    await elsewhere.discard([late] as StoredOperation[]);
    await outbox.change([
      { ...late, state: 'waiting' },
      { ...kept, body: 'with its photo' },
    ]);
    expect(outbox.operations.map(({ id }) => id)).toEqual(['weight']);
    await outbox.replace(late, { body: 'corrected' });
    await outbox.moveToEnd([late] as StoredOperation[]);
    expect(await stored()).toEqual([{ id: 'weight', body: 'with its photo', state: 'waiting' }]);
  });

  test('keeps its correction', async () => {
    const outbox = await Outbox.load(db);
    const late = await outbox.add(operation('animal', { state: 'refused', body: 'as entered' }));
    await (await Outbox.load(db)).replace(late, { body: 'corrected' });
    await outbox.change([{ ...late, state: 'waiting' }]);
    await outbox.replace(late, { body: 'corrected otherwise' });
    expect(await stored()).toEqual([{ id: expect.not.stringMatching('animal'), body: 'corrected', state: 'waiting' }]);
  });
});

describe('a photo that waits', () => {
  const animal = (id: string, imageUrl: string) => operation(id, { call: 'changeAnimal', body: { imageUrl } });
  const photosLeft = () => db.getAllKeys('photos');

  test('is deleted with the operation that a person deletes, and no other is', async () => {
    const [first, second] = [await storePhoto(db, new Blob(['1'])), await storePhoto(db, new Blob(['2']))];
    const outbox = await Outbox.load(db);
    const unwanted = await outbox.add(animal('a', first));
    await outbox.add(animal('b', second));
    await outbox.discard([unwanted as StoredOperation]);
    expect(outbox.operations.map(({ id }) => id)).toEqual(['b']);
    expect(await photosLeft()).toEqual([waitingPhotoId(second)]);
  });

  test('stays while another operation names it', async () => {
    const photo = await storePhoto(db, new Blob(['1']));
    const outbox = await Outbox.load(db);
    const refused = await outbox.add(animal('a', photo));
    await outbox.finishCorrection([refused], await outbox.add(animal('b', photo)));
    expect(await photosLeft()).toEqual([waitingPhotoId(photo)]);
  });
});
