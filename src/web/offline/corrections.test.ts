import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { type FarmDatabase, openFarmDatabase, type QueuedOperation } from './database.ts';
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
