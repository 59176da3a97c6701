import { expect, test } from 'vitest';
import { kinshipOf } from './kinship.ts';

const male = { id: 'he', motherId: 'dam', fatherId: 'sire' };
const female = { id: 'she', motherId: null, fatherId: null };

test.each([
  [{ ...female, id: 'dam' }, 'mother'],
  [{ ...female, fatherId: 'he' }, 'daughter'],
  [{ ...female, motherId: 'dam', fatherId: 'sire' }, 'full sister'],
  [{ ...female, motherId: 'dam', fatherId: 'other' }, 'half sister'],
  [{ ...female, fatherId: 'sire' }, 'half sister'],
  [{ ...female, motherId: 'other', fatherId: 'other' }, undefined],
  [female, undefined],
])('the kinship of %j is %s', (relative, kinship) => {
  expect(kinshipOf(relative, male)).toBe(kinship);
  expect(kinshipOf(female, { ...male, motherId: null, fatherId: null })).toBeUndefined();
});
