import { expect, test } from 'vitest';
import type { BreedingRecord } from '#contract/breeding.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { breedingPairs } from './breeding-pairs.ts';

const doe = buildAnimal({ id: 'doe', tagNumber: '112', name: 'Ada' });
const outsideBuck = buildAnimal({ id: 'buck', tagNumber: 'B7', sex: 'male', isReference: true });
const mating = {
  id: 'record',
  fatherId: 'buck',
  motherId: 'doe',
  breedingDate: '2026-11-21',
  outcome: 'pending',
} as BreedingRecord;

test('a breeding pair is named father × mother, also with an outside sire, and counted also with a deleted animal', () => {
  expect(breedingPairs([mating], [doe, outsideBuck], {})).toMatchObject([{ name: 'B7 × 112 Ada', pending: 1, total: 1 }]);
  expect(breedingPairs([mating], [doe], {})).toMatchObject([{ name: 'Deleted animal × 112 Ada' }]);
});

test('breeding pairs count only the records of the range', () => {
  const records: BreedingRecord[] = [{ ...mating, outcome: 'successful', breedingDate: '2025-10-01' }, mating];
  expect(breedingPairs(records, [doe], { from: '2026-01-01' })).toMatchObject([{ pending: 1, successful: 0, total: 1 }]);
});
