import { expect, test } from 'vitest';
import { nextVaccination } from './boosters.ts';

const product = {
  productId: null,
  productName: 'CD&T',
  dose: 2,
  unit: 'ml',
  batch: 'B-7',
  expiry: '2026-12-31',
  withdrawals: [],
};
const last = { ...product, animalId: 'a', day: '2026-03-01' };

test('the second dose of a first course has the same product, dose and batch, and no third one is due', () => {
  const given = { id: 'next', day: '2026-03-24' };
  const second = nextVaccination({ ...last, nextDueDay: '2026-03-22' }, given);
  expect(second).toEqual({ ...last, ...given, kind: 'vaccination', nextDueDay: null });
});

test('a yearly vaccination is due again a year later, without a batch', () => {
  const next = nextVaccination({ ...last, nextDueDay: '2027-03-01' }, { id: 'next', day: '2027-03-05' });
  expect(next).toMatchObject({ nextDueDay: '2028-03-04', batch: null, expiry: null });
});
