import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openFarmDatabase, type QueuedOperation, storePhoto } from '../copy/database.ts';
import { Outbox } from './outbox.ts';
import { PhotoSender } from './photo-sender.ts';
import type { ServerConnection } from './server-connection.ts';

test.each([
  ['is sent is named by its change and no longer stored', false, { imageUrl: '/api/files/1' }],
  ['is sent while its change is corrected is kept', true, { imageUrl: '/api/files/2', name: 'Bella' }],
])('a photo that %s', async (farmId, isCorrected, body) => {
  const db = await openFarmDatabase({ userId: 'photos', farmId });
  const outbox = await Outbox.load(db);
  const change = {
    id: 'change',
    shape: 1,
    call: 'changeAnimal',
    params: { id: 'bella' },
    needs: [],
    state: 'waiting',
    attempts: 0,
  };
  const imageUrl = await storePhoto(db, new Blob(['photo']));
  const queued = await outbox.add({ ...change, body: { imageUrl } } as unknown as QueuedOperation);
  let uploads = 0;
  const uploadPhoto = async () => {
    uploads += 1;
    if (isCorrected && uploads === 1) await outbox.replace(queued, { body: { imageUrl, name: 'Bella' } });
    return `/api/files/${uploads}`;
  };
  const connection = { uploadPhoto } as unknown as ServerConnection;
  await new PhotoSender({ db, outbox, connection, isOfForm: () => false, onChange: async () => {} }).sendAll();
  expect(outbox.operations.map((operation) => operation.body)).toEqual([body]);
  expect(await db.getAllKeys('photos')).toEqual([]);
});
