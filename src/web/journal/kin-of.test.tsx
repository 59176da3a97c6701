import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { kinOf } from './kin-of.ts';

const one = (id: string, parents: { motherId?: string; fatherId?: string } = {}) =>
  buildAnimal({ id, tagNumber: id, motherId: parents.motherId ?? null, fatherId: parents.fatherId ?? null });

const animals = [
  one('dam'),
  one('sire'),
  one('A', { motherId: 'dam', fatherId: 'sire' }),
  one('full', { motherId: 'dam', fatherId: 'sire' }),
  one('maternal', { motherId: 'dam' }),
  one('paternal', { fatherId: 'sire' }),
  one('unknown'),
  one('kid', { motherId: 'A' }),
  // Of the animal and its own young: nearest as young.
  one('inbred', { motherId: 'kid', fatherId: 'A' }),
  one('last', { motherId: 'inbred' }),
];

const kin = (id: string) => {
  const groups = kinOf(
    animals.find((animal) => animal.id === id)!,
    animals,
  );
  return groups.map((group) => [group.title, ...group.animals.map((each) => each.id)].join(': '));
};

test('siblings are full or half by one parent, none of unknown parents, and descendants stand in the nearest generation', () => {
  const siblings = ['Full siblings: full', 'Half siblings by the dam: maternal', 'Half siblings by the sire: paternal'];
  expect(kin('A')).toEqual([...siblings, 'Kids: inbred: kid', 'Grandkids: last']);
  expect(kin('unknown')).toEqual([]);
});
