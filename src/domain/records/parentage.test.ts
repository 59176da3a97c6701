import { expect, test } from 'vitest';
import { validateParent, type PedigreeAnimal } from './parentage.ts';

const kin = (given: Partial<PedigreeAnimal> = {}): PedigreeAnimal => {
  const unknown = { birthDate: null, birthYear: null };
  return { ...unknown, sex: 'female', species: 'goat', ...given };
};

test('a mother is female, a father male, and both are of the species of their young', () => {
  expect(validateParent('mother', kin({ sex: 'male' }), kin())).toBe('sex');
  expect(validateParent('father', kin({ sex: 'female' }), kin())).toBe('sex');
  expect(validateParent('father', kin({ sex: 'male' }), kin())).toBeUndefined();
  expect(validateParent('mother', kin({ species: 'sheep' }), kin())).toBe('species');
});

test.each([
  ['2022-05-02', '2022-05-01', true],
  ['2022-05-01', '2022-05-01', false],
  ['2020-01-01', '2022-05-01', false],
  [2023, '2022-12-31', true],
  [2022, '2022-01-01', false],
  ['2022-12-31', 2022, false],
  ['2023-01-01', 2022, true],
  [2023, 2022, true],
  [2022, 2022, false],
  [null, '2022-01-01', false],
  ['2022-01-01', null, false],
])('a parent of %s is certainly younger than a child of %s: %s', (parent, child, isYounger) => {
  const born = (when: string | number | null) => kin(typeof when === 'number' ? { birthYear: when } : { birthDate: when });
  expect(validateParent('mother', born(parent), born(child))).toBe(isYounger ? 'age' : undefined);
});
