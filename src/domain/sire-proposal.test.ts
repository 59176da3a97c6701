import { expect, test } from 'vitest';
import { possibleSires } from './sire-proposal.ts';

const mating = (fatherId: string, breedingDate: string, rest: object = {}) => ({
  id: `${fatherId} ${breedingDate}`,
  motherId: 'dam',
  fatherId,
  breedingDate,
  outcome: 'pending' as const,
  ...rest,
});

test('the male of the one mating that fits is proposed, with its day', () => {
  expect(possibleSires([mating('ram', '2026-10-01')], 'dam', '2027-02-25')).toEqual([{ sireId: 'ram', bredOn: '2026-10-01' }]);
});

test('matings of other females, decided ones, and those too long or too short before the birth are not asked', () => {
  const others = [
    mating('a', '2026-10-01', { motherId: 'other' }),
    mating('b', '2026-10-01', { outcome: 'unsuccessful' }),
    mating('c', '2026-09-12'),
    mating('d', '2026-10-14'),
  ];
  expect(possibleSires(others, 'dam', '2027-02-25')).toEqual([]);
});

test('of several males all may be, the last one first; two matings by one male are one', () => {
  const matings = [mating('early', '2026-09-20'), mating('late', '2026-09-28'), mating('late', '2026-10-08')];
  expect(possibleSires(matings, 'dam', '2027-02-25')).toEqual([
    { sireId: 'late', bredOn: '2026-10-08' },
    { sireId: 'early', bredOn: '2026-09-20' },
  ]);
});
