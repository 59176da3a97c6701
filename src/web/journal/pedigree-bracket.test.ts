import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { bracketOf, knownGenerations } from './pedigree-bracket.ts';

const animals: readonly Animal[] = [
  buildAnimal({ id: 'grandsire', tagNumber: 'G' }),
  buildAnimal({ id: 'sire', tagNumber: 'S', fatherId: 'grandsire' }),
  buildAnimal({ id: 'dam', tagNumber: 'D', fatherId: 'grandsire' }),
  buildAnimal({ id: 'young', tagNumber: 'Y', fatherId: 'sire', motherId: 'dam' }),
];
const find = (id: string) => animals.find((animal) => animal.id === id);

test('a bracket has a place for each parent of whoever is known, sires above dams', () => {
  const told = bracketOf(find('young')!, find, 2).map(({ position, role, animal, isRepeated, row, rows }) =>
    [position, role, animal?.id ?? '?', ...(isRepeated ? ['again'] : []), `row ${row} of ${rows}`].join(', '),
  );
  const parents = ['s, Sire, sire, row 1 of 2', 'd, Dam, dam, row 3 of 2'];
  const ofSire = ['ss, Sire of sire, grandsire, again, row 1 of 1', 'sd, Dam of sire, ?, row 2 of 1'];
  const ofDam = ['ds, Sire of dam, grandsire, again, row 3 of 1', 'dd, Dam of dam, ?, row 4 of 1'];
  expect(told).toEqual([...parents, ...ofSire, ...ofDam]);
});

test('only the generations of which somebody is known are drawn', () => {
  expect(['grandsire', 'sire', 'young'].map((id) => knownGenerations(find(id)!, find, 5))).toEqual([0, 1, 2]);
  expect(knownGenerations(find('young')!, find, 1)).toBe(1);
});
