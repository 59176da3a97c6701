import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { breedingPairs } from './breeding-pairs.ts';

const doe = buildAnimal({ id: 'doe', tagNumber: '112', name: 'Ada' });
const outsideBuck = buildAnimal({ id: 'buck', tagNumber: 'B7', sex: 'male', isReference: true });
const mating = {
  id: 'record',
  fatherId: 'buck',
  motherId: 'doe',
  breedingDate: '2026-11-21',
  actualBirthDate: null,
  offspringIds: [] as readonly string[],
  outcome: 'pending',
} as BreedingRecord;

test('a breeding pair is named father × mother, also with an outside sire, and counted also with a deleted animal', () => {
  expect(breedingPairs([mating], [doe, outsideBuck], [], {})).toMatchObject([{ name: 'B7 × 112 Ada', total: 1 }]);
  expect(breedingPairs([mating], [doe], [], {})).toMatchObject([{ name: 'Deleted animal × 112 Ada' }]);
});

test('breeding pairs count only the records of the range', () => {
  const records: BreedingRecord[] = [{ ...mating, outcome: 'successful', breedingDate: '2025-10-01' }, mating];
  expect(breedingPairs(records, [doe], [], { from: '2026-01-01' })).toMatchObject([{ ended: 1, successful: 0, total: 1 }]);
});

test('a breeding pair has as pending what Breeding calls so: a birth, the end of its days or a dam that left ends it', () => {
  const expected = { damId: 'doe', bredOn: '2026-11-20', bredUntil: '2026-11-22' } as Pregnancy;
  const counts = (record: Partial<BreedingRecord>, of: Partial<Animal>, births: readonly Pregnancy[]) =>
    breedingPairs([{ ...mating, ...record }], [{ ...doe, ...of }, outsideBuck], births, {});
  expect(counts({}, {}, [expected])).toMatchObject([{ pending: 1, ended: 0 }]);
  expect(counts({ actualBirthDate: '2027-04-20' }, {}, [])).toMatchObject([{ pending: 0, successful: 1 }]);
  expect(counts({}, {}, [])).toMatchObject([{ pending: 0, ended: 1 }]);
  expect(counts({}, { status: 'died' }, [expected])).toMatchObject([{ pending: 0, ended: 1 }]);
});
