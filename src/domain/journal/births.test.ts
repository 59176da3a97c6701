import { expect, test } from 'vitest';
import { breedOfYoung } from './births.ts';

test.each([
  ['Boer', 'Boer', 'Boer'],
  ['Kiko', 'Boer', 'Boer × Kiko'],
  ['Boer × Kiko', 'Boer', 'Crossbred'],
  ['Boer × Kiko', 'Boer × Kiko', 'Boer × Kiko'],
  ['Kiko', 'Crossbred', 'Crossbred'],
  ['K'.repeat(60), 'B'.repeat(60), 'Crossbred'],
  [null, 'Boer', null],
  ['Boer', null, null],
  [null, null, null],
])('the young of a %s dam and a %s sire are %s', (dam, sire, breed) => {
  expect(breedOfYoung(dam, sire)).toBe(breed);
});
