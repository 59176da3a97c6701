import { expect, test } from 'vitest';
import type { BreedingRecord } from '#contract/breeding.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { breedingPairs } from './breeding-pairs.ts';

const doe = buildAnimal({ id: 'doe', tagNumber: '112', name: 'Ada' });
const outsideBuck = buildAnimal({ id: 'buck', tagNumber: 'B7', sex: 'male', isReference: true });

const aRecord = (given: Partial<BreedingRecord>): BreedingRecord => ({
  id: 'record',
  fatherId: outsideBuck.id,
  motherId: doe.id,
  breedingDate: '2026-11-21',
  expectedDueDate: null,
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
  version: 'v1',
  createdAt: '2026-11-21T08:00:00.000Z',
  ...given,
});

test('a breeding pair is named father × mother, also with an outside sire', () => {
  expect(breedingPairs([aRecord({})], [doe, outsideBuck], {})).toMatchObject([{ name: 'B7 × 112 Ada', pending: 1, total: 1 }]);
});

test('a breeding pair with a deleted animal is still counted', () => {
  expect(breedingPairs([aRecord({})], [doe], {}).map(({ name }) => name)).toEqual(['Deleted animal × 112 Ada']);
});

test('breeding pairs count only the records of the range', () => {
  const records = [aRecord({ outcome: 'successful', breedingDate: '2025-10-01' }), aRecord({})];
  expect(breedingPairs(records, [doe], { from: '2026-01-01' })).toMatchObject([{ pending: 1, successful: 0, total: 1 }]);
});
