import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { type FarmDatabase, openFarmDatabase, type QueuedOperation, storePhoto } from '../copy/database.ts';
import type { StoredOperation } from './operation.ts';
import { Outbox } from './outbox.ts';

const refused = { state: 'refused' } as const;

let db: FarmDatabase;
let outbox: Outbox;
let farm = 0;
beforeEach(async () => {
  farm += 1;
  db = await openFarmDatabase({ userId: 'corrections', farmId: String(farm) });
  outbox = await Outbox.load(db);
});

const add = async (id: string, rest: Partial<QueuedOperation> = {}) => {
  const operation = { id, shape: 1, call: 'recordEvents', params: {}, needs: [], state: 'waiting', attempts: 0, ...rest };
  return (await outbox.add(operation as unknown as QueuedOperation)) as StoredOperation;
};

const stored = async () => (await Outbox.load(db)).operations.map(({ id, needs, body, state }) => ({ id, needs, body, state }));

test('what needed a refused operation needs its correction, and is sent again where it was refused for that', async () => {
  const wrong = await add('animal', refused);
  await add('weight', { needs: ['animal'], ...refused });
  await add('other', refused);
  await outbox.finishCorrection([wrong], await add('corrected'));
  expect(await stored()).toEqual([
    { id: 'weight', needs: ['corrected'], state: 'waiting' },
    { id: 'other', needs: [], state: 'refused' },
    { id: 'corrected', needs: [], state: 'waiting' },
  ]);
});

test('what waited for room goes behind what makes room, with what needs it', async () => {
  const full = await add('animal', refused);
  const dependent = await add('weight', { needs: ['animal'] });
  await add('sale');
  await outbox.moveToEnd([full, dependent]);
  expect((await stored()).map(({ id, state }) => `${id} ${state}`)).toEqual(['sale waiting', 'animal waiting', 'weight waiting']);
});

describe('what was discarded or corrected elsewhere meanwhile', () => {
  test('does not come back when its photo has arrived, it is retried, replaced or moved', async () => {
    const late = await add('animal', refused);
    const kept = await add('weight', { body: 'as entered' });
    await (await Outbox.load(db)).discard([late]);
    await outbox.change([
      { ...late, state: 'waiting' },
      { ...kept, body: 'with its photo' },
    ]);
    expect(outbox.operations.map(({ id }) => id)).toEqual(['weight']);
    await outbox.replace(late, { body: 'corrected' });
    await outbox.moveToEnd([late]);
    expect(await stored()).toEqual([{ id: 'weight', needs: [], body: 'with its photo', state: 'waiting' }]);
  });

  test('keeps its correction', async () => {
    const late = await add('animal', { ...refused, body: 'as entered' });
    await (await Outbox.load(db)).replace(late, { body: 'corrected' });
    await outbox.change([{ ...late, state: 'waiting' }]);
    await outbox.replace(late, { body: 'corrected otherwise' });
    const id = expect.not.stringMatching('animal') as string;
    expect(await stored()).toEqual([{ id, needs: [], body: 'corrected', state: 'waiting' }]);
  });
});

describe('a photo that waits', () => {
  const addWith = (id: string, imageUrl: string) => add(id, { call: 'changeAnimal', body: { imageUrl } });

  test('is deleted with the operation that a person deletes, and no other is', async () => {
    const [first, second] = [await storePhoto(db, new Blob(['1'])), await storePhoto(db, new Blob(['2']))];
    const unwanted = await addWith('a', first);
    await addWith('b', second);
    await outbox.discard([unwanted]);
    expect(outbox.operations.map(({ id }) => id)).toEqual(['b']);
    expect(await db.getAllKeys('photos')).toEqual([waitingPhotoId(second)]);
  });

  test('stays while another operation names it', async () => {
    const photo = await storePhoto(db, new Blob(['1']));
    const wrong = await addWith('a', photo);
    await outbox.finishCorrection([wrong], await addWith('b', photo));
    expect(await db.getAllKeys('photos')).toEqual([waitingPhotoId(photo)]);
  });
});
