import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { kindText } from './who-text.ts';

test.each([
  ['2026-11-20', null, 'Ewe lamb, 2 days'],
  ['2026-10-08', null, 'Ewe lamb, 45 days'],
  ['2025-11-23', null, 'Ewe lamb, 11 months'],
  ['2025-11-22', null, 'Ewe, 12 months'],
  ['2022-01-01', null, 'Ewe, 4 years'],
  [null, 2020, 'Ewe, born 2020'],
  [null, 2026, 'Ewe lamb, born 2026'],
  [null, null, 'Ewe'],
])('a ewe born on %s or in %s is called %s', (birthDate, birthYear, text) => {
  expect(kindText(buildAnimal({ species: 'sheep', birthDate, birthYear }), '2026-11-22')).toBe(text);
});
