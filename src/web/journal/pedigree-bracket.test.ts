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
  const places = bracketOf(find('young')!, find, 2).map((each) => [
    each.position,
    each.role,
    each.animal?.id,
    each.isRepeated,
    each.row,
    each.rows,
  ]);
  expect(places).toEqual([
    ['s', 'Sire', 'sire', false, 1, 2],
    ['d', 'Dam', 'dam', false, 3, 2],
    ['ss', 'Sire of sire', 'grandsire', true, 1, 1],
    ['sd', 'Dam of sire', undefined, false, 2, 1],
    ['ds', 'Sire of dam', 'grandsire', true, 3, 1],
    ['dd', 'Dam of dam', undefined, false, 4, 1],
  ]);
});

test('only the generations of which somebody is known are drawn', () => {
  expect(['grandsire', 'sire', 'young'].map((id) => knownGenerations(find(id)!, find, 5))).toEqual([0, 1, 2]);
  expect(knownGenerations(find('young')!, find, 1)).toBe(1);
});
