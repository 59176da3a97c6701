import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';
import { type FarmDatabase, openFarmDatabase, type QueuedOperation, storePhoto } from '../copy/database.ts';
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
const refused = { state: 'refused' } as const;

let db: FarmDatabase;
let outbox: Outbox;
let farm = 0;
beforeEach(async () => {
  farm += 1;
  db = await openFarmDatabase({ userId: 'corrections', farmId: String(farm) });
  outbox = await Outbox.load(db);
});

const stored = async () => (await Outbox.load(db)).operations.map(({ id, needs, body, state }) => ({ id, needs, body, state }));

test('what needed a refused operation needs its correction, and is sent again where it was refused for that', async () => {
  const wrong = await outbox.add(operation('animal', refused));
  await outbox.add(operation('weight', { needs: ['animal'], ...refused }));
  await outbox.add(operation('other', refused));
  await outbox.finishCorrection([wrong], await outbox.add(operation('corrected')));
  expect(await stored()).toEqual([
    { id: 'weight', needs: ['corrected'], state: 'waiting' },
    { id: 'other', needs: [], state: 'refused' },
    { id: 'corrected', needs: [], state: 'waiting' },
  ]);
});

test('what waited for room goes behind what makes room, with what needs it', async () => {
  const full = await outbox.add(operation('animal', refused));
  const dependent = await outbox.add(operation('weight', { needs: ['animal'] }));
  await outbox.add(operation('sale'));
  await outbox.moveToEnd([full, dependent]);
  const order = (await stored()).map(({ id, state }) => `${id} ${state}`);
  expect(order).toEqual(['sale waiting', 'animal waiting', 'weight waiting']);
});

describe('what was discarded or corrected elsewhere meanwhile', () => {
  test('does not come back when its photo has arrived, it is retried, replaced or moved', async () => {
    const late = await outbox.add(operation('animal', refused));
    const kept = await outbox.add(operation('weight', { body: 'as entered' }));
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
    const late = await outbox.add(operation('animal', { ...refused, body: 'as entered' }));
    await (await Outbox.load(db)).replace(late, { body: 'corrected' });
    await outbox.change([{ ...late, state: 'waiting' }]);
    await outbox.replace(late, { body: 'corrected otherwise' });
    const id = expect.not.stringMatching('animal') as string;
    expect(await stored()).toEqual([{ id, needs: [], body: 'corrected', state: 'waiting' }]);
  });
});

describe('a photo that waits', () => {
  const animal = (id: string, imageUrl: string) => operation(id, { call: 'changeAnimal', body: { imageUrl } });

  test('is deleted with the operation that a person deletes, and no other is', async () => {
    const [first, second] = [await storePhoto(db, new Blob(['1'])), await storePhoto(db, new Blob(['2']))];
    const unwanted = await outbox.add(animal('a', first));
    await outbox.add(animal('b', second));
    await outbox.discard([unwanted]);
    expect(outbox.operations.map(({ id }) => id)).toEqual(['b']);
    expect(await db.getAllKeys('photos')).toEqual([waitingPhotoId(second)]);
  });

  test('stays while another operation names it', async () => {
    const photo = await storePhoto(db, new Blob(['1']));
    const wrong = await outbox.add(animal('a', photo));
    await outbox.finishCorrection([wrong], await outbox.add(animal('b', photo)));
    expect(await db.getAllKeys('photos')).toEqual([waitingPhotoId(photo)]);
  });
});
