import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { type FarmDatabase, openFarmDatabase, type QueuedOperation, storePhoto } from '../copy/database.ts';
import { Outbox } from './outbox.ts';
import { PhotoSender } from './photo-sender.ts';
import type { ServerConnection } from './server-connection.ts';

let db: FarmDatabase;
let outbox: Outbox;
let queued: QueuedOperation;
beforeEach(async ({ task }) => {
  db = await openFarmDatabase({ userId: 'photos', farmId: task.id });
  outbox = await Outbox.load(db);
  queued = await outbox.add({
    id: 'change',
    shape: 1,
    call: 'changeAnimal',
    params: { id: 'bella' },
    body: { imageUrl: await storePhoto(db, new Blob(['photo'])) },
    needs: [],
    state: 'waiting',
    attempts: 0,
  } as unknown as QueuedOperation);
});

/** Sends all photos; `meanwhile` happens during the first upload. */
async function sendAll(meanwhile: () => Promise<void>): Promise<number> {
  let uploads = 0;
  const connection = {
    uploadPhoto: async () => {
      uploads += 1;
      if (uploads === 1) await meanwhile();
      return `/api/files/${uploads}`;
    },
  } as unknown as ServerConnection;
  await new PhotoSender({ db, outbox, connection, isOfForm: () => false, onChange: async () => {} }).sendAll();
  return uploads;
}

const bodies = () => outbox.operations.map(({ body }) => body);

test('a photo that was sent is named by its change and no longer stored', async () => {
  expect(await sendAll(async () => {})).toBe(1);
  expect(bodies()).toEqual([{ imageUrl: '/api/files/1' }]);
  expect(await db.getAllKeys('photos')).toEqual([]);
});

test('a change that is corrected while its photo is sent keeps the photo', async () => {
  const corrected = { ...(queued.body as object), name: 'Bella' };
  expect(await sendAll(() => outbox.replace(queued, { body: corrected }))).toBe(2);
  expect(bodies()).toEqual([{ imageUrl: '/api/files/2', name: 'Bella' }]);
  expect(await db.getAllKeys('photos')).toEqual([]);
});
