import { expect, test } from 'vitest';
import { asTheyCome, handedOver } from '#web/herd/list/parts-of-herd.ts';
import { byHand, nameOfPart } from './name-of-part.ts';

test('a part names its animals unless they were chosen singly or are the whole herd', () => {
  expect(nameOfPart({ value: 'mill', label: 'Mill Field', ids: ['ewe'] })).toBe('Mill Field');
  for (const value of ['all', handedOver, asTheyCome, byHand]) {
    expect(nameOfPart({ value, label: 'Chosen', ids: ['ewe'] })).toBeUndefined();
  }
});
