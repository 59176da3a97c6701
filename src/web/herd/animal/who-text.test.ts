import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { kindText } from './who-text.ts';

const now = '2026-11-22';
const ewe = (birthDate: string | null, birthYear: number | null = null) =>
  buildAnimal({ species: 'sheep', sex: 'female', birthDate, birthYear });

test.each([
  ['2026-11-20', 'Ewe lamb, 2 days'],
  ['2026-10-08', 'Ewe lamb, 45 days'],
  ['2026-06-20', 'Ewe lamb, 5 months'],
  ['2025-11-23', 'Ewe lamb, 11 months'],
  ['2025-11-22', 'Ewe, 12 months'],
  ['2022-01-01', 'Ewe, 4 years'],
])('a ewe born on %s is called %s', (birthDate, text) => {
  expect(kindText(ewe(birthDate), now)).toBe(text);
});

test('of whom no day of birth is known the year is said', () => {
  expect(kindText(ewe(null, 2020), now)).toBe('Ewe, born 2020');
  expect(kindText(ewe(null, 2026), now)).toBe('Ewe lamb, born 2026');
  expect(kindText(ewe(null), now)).toBe('Ewe');
});
