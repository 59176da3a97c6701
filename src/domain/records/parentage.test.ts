import { expect, test } from 'vitest';
import { validateParent, parentViolationMessage, type PedigreeAnimal } from './parentage.ts';

const kin = (given: Partial<PedigreeAnimal> = {}): PedigreeAnimal => ({
  sex: 'female',
  species: 'goat',
  birthDate: null,
  birthYear: null,
  ...given,
});

test('a mother is female and a father male', () => {
  expect(validateParent('mother', kin({ sex: 'male' }), kin())).toBe('sex');
  expect(validateParent('father', kin({ sex: 'female' }), kin())).toBe('sex');
  expect(validateParent('father', kin({ sex: 'male' }), kin())).toBeUndefined();
  expect(parentViolationMessage('mother', 'sex')).toBe('Mother must be female');
  expect(parentViolationMessage('father', 'sex')).toBe('Father must be male');
});

test('a parent is of the same species', () => {
  expect(validateParent('mother', kin({ species: 'sheep' }), kin())).toBe('species');
  expect(parentViolationMessage('mother', 'species')).toBe('Mother must be of the same species');
});

test.each([
  ['2022-05-02', null, '2022-05-01', null, true],
  ['2022-05-01', null, '2022-05-01', null, false],
  ['2020-01-01', null, '2022-05-01', null, false],
  [null, 2023, '2022-12-31', null, true],
  [null, 2022, '2022-01-01', null, false],
  ['2022-12-31', null, null, 2022, false],
  ['2023-01-01', null, null, 2022, true],
  [null, 2023, null, 2022, true],
  [null, 2022, null, 2022, false],
  [null, null, '2022-01-01', null, false],
  ['2022-01-01', null, null, null, false],
])(
  'a parent of %s/%s is certainly younger than a child of %s/%s: %s',
  (birthDate, birthYear, childDate, childYear, isYounger) => {
    const fault = validateParent('mother', kin({ birthDate, birthYear }), kin({ birthDate: childDate, birthYear: childYear }));
    expect(fault).toBe(isYounger ? 'age' : undefined);
  },
);
