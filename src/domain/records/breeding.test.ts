import { expect, test } from 'vitest';
import { sharesParent, validateBreedingDates, validatePair, type Mate } from './breeding.ts';
import { dueDate } from '../breeding/gestation.ts';

const doe: Mate = { species: 'goat', sex: 'female' };
const buck: Mate = { species: 'goat', sex: 'male' };
const ram: Mate = { species: 'sheep', sex: 'male' };

test('a pair is a female and a male of one species', () => {
  expect(validatePair({ mother: doe, father: buck })).toBeUndefined();
  expect(validatePair({ mother: buck, father: buck })).toEqual({ role: 'mother', message: 'Mother must be female' });
  expect(validatePair({ mother: doe, father: doe })).toEqual({ role: 'father', message: 'Father must be male' });
  const message = 'Father and mother must be of the same species';
  expect(validatePair({ mother: doe, father: ram })).toEqual({ role: 'father', message });
});

test('a birth is due after the breeding date', () => {
  const fieldOf = (expectedDueDate: string | null) =>
    validateBreedingDates({ breedingDate: '2026-06-20', expectedDueDate, actualBirthDate: null }, '2026-11-29')?.field;
  const days = [null, '2026-06-21', '2026-11-14', '2026-06-20', '2026-05-01'];
  expect(days.map(fieldOf)).toEqual([undefined, undefined, undefined, 'expectedDueDate', 'expectedDueDate']);
});

test('offspring share the mother or the father of the record; two unknown parents are not the same', () => {
  const pair = { motherId: 'm', fatherId: 'f' };
  const unknown = { motherId: null, fatherId: null };
  expect(sharesParent({ motherId: 'm', fatherId: null }, pair)).toBe(true);
  expect(sharesParent({ motherId: 'other', fatherId: 'f' }, pair)).toBe(true);
  expect(sharesParent({ motherId: 'f', fatherId: 'm' }, pair)).toBe(false);
  expect(sharesParent(unknown, unknown)).toBe(false);
});

test.each([
  ['goat', '2024-02-29', '2024-07-28'],
  ['sheep', '2024-02-29', '2024-07-25'],
  // Crosses a change of summer time and the end of a year: calendar days are counted, not hours.
  ['goat', '2026-10-25', '2027-03-24'],
] as const)('a %s bred on %s is due on %s', (species, bred, due) => {
  expect(dueDate(species, bred)).toBe(due);
});
