import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { summarize } from './herd-summary.ts';
import { trendsOf } from './use-trends.ts';

const today = '2026-11-21';
const trendsFor = (createdAt: string) => {
  const animals = ['a', 'b'].map((id) => buildAnimal({ id, birthDate: '2024-01-01', createdAt }));
  return trendsOf(animals, [], summarize(animals, today), today);
};

test('a farm that began since last month claims no change from it, and an older one says what has changed', () => {
  expect(trendsFor('2026-11-21T08:00:00.000Z')).toEqual({ total: null, healthy: null, males: null });
  expect(trendsFor('2026-10-01T08:00:00.000Z')).toMatchObject({ total: 0, healthy: 0 });
});
