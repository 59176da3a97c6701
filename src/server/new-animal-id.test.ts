import { expect, test } from 'vitest';
import { Id } from '#domain/records/values.ts';
import { newAnimalId } from './new-animal-id.ts';

test('ids of animals are in the order of their making and tell no time', () => {
  const ids = Array.from({ length: 100 }, newAnimalId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBe(1);
  for (const id of ids) expect(Id.parse(id)).toBe(id);
});
