import { expect, test } from 'vitest';
import { waitingPhotoUrl } from '#web/lib/server/waiting-photo.ts';
import { separatePhoto } from './new-operation.ts';

const photo = waitingPhotoUrl('3f1c1a52-6e0b-4a8a-9a5e-0c8a7d0b9f11');

test('a new product does not wait for its photo, which is sent afterwards as a change', () => {
  const body = { id: 'p', name: 'Drench', kind: 'dewormer', photo };
  expect(separatePhoto('addProduct', { body })).toEqual([
    ['addProduct', { body: { id: 'p', name: 'Drench', kind: 'dewormer' } }],
    ['changeProduct', { params: { id: 'p' }, body: { photo } }],
  ]);
});

test('a change of a product is sent before its photo, which names no version', () => {
  expect(separatePhoto('changeProduct', { params: { id: 'p' }, body: { unit: 'ml', photo, version: 3 } })).toEqual([
    ['changeProduct', { params: { id: 'p' }, body: { unit: 'ml', version: 3 } }],
    ['changeProduct', { params: { id: 'p' }, body: { photo } }],
  ]);
});

test('a photo that the server has is sent with its record, and an event waits for its photo', () => {
  const stored = { params: { id: 'p' }, body: { photo: '/uploads/a.webp' } };
  expect(separatePhoto('changeProduct', stored)).toEqual([['changeProduct', stored]]);
  const note = { body: { events: [{ kind: 'note', photo }] } };
  expect(separatePhoto('recordEvents', note)).toEqual([['recordEvents', note]]);
});
