import { expect, test } from 'vitest';
import { countKinds, countTexts } from './event-counts.ts';

test('what an import records is counted and named by its kind', () => {
  const counts = countKinds(['death', 'sale', 'death'], countKinds(['weighing', 'breedingValues']));
  expect(countTexts(counts)).toEqual(['1 weight', '1 set of breeding values', '2 deaths', '1 sale']);
  expect(countTexts({ breedingValues: 1200 })).toEqual(['1,200 sets of breeding values']);
});
