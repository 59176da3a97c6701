import { expect, test } from 'vitest';
import { nextVaccination } from './boosters.ts';

const last = {
  animalId: 'a',
  day: '2026-03-01',
  productId: null,
  productName: 'CD&T',
  dose: 2,
  unit: 'ml',
  batch: 'B-7',
  expiry: '2026-12-31',
  withdrawals: [],
};
const given = { id: 'next', day: '2026-03-24' };

test('the second dose of a first course has the same product, dose and batch, and no third one is due', () => {
  expect(nextVaccination({ ...last, nextDueDay: '2026-03-22' }, given)).toEqual({
    ...last,
    ...given,
    kind: 'vaccination',
    nextDueDay: null,
  });
});

test('a yearly vaccination is due again a year later, without a batch', () => {
  expect(nextVaccination({ ...last, nextDueDay: '2027-03-01' }, { ...given, day: '2027-03-05' })).toMatchObject({
    nextDueDay: '2028-03-04',
    batch: null,
    expiry: null,
  });
});
