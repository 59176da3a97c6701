import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { filterHerd } from './filter-herd.ts';
import { noFilter, readFilter, type HerdFilter } from './herd-filter.ts';

const herd = [
  buildAnimal({ tagNumber: '112', name: 'Zoé', breed: 'Boer' }),
  buildAnimal({ tagNumber: '12', name: 'Ada', breed: 'Saanen', healthStatus: '1' }),
  buildAnimal({ tagNumber: '120', name: 'Boris', breed: null, species: 'sheep', sex: 'male' }),
  buildAnimal({ tagNumber: 'X9', name: null, breed: 'Nigerian  Dwarf', status: 'sold' }),
];

test.each<[Partial<HerdFilter>, string]>([
  [{}, '112 12 120'],
  [{ status: 'sold' }, 'X9'],
  [{ status: 'all' }, '112 12 120 X9'],
  [{ search: 'zoe' }, '112'],
  [{ search: '12' }, '12 112 120'],
  [{ species: 'goat', health: '1' }, '12'],
  [{ species: 'sheep', health: '1' }, ''],
])('the animals page shows with %j the active animals that meet all of it, the best matches first: %s', (filter, tags) => {
  const found = filterHerd(herd, { ...noFilter, ...filter });
  expect(found.map(({ tagNumber }) => tagNumber).join(' ')).toBe(tags);
});

test('an address of the animals page without a filter, or that means nothing, shows the default instead of failing', () => {
  const nonsense = { search: { a: 1 }, species: 'cow', health: '9', status: { b: 2 }, show: '' };
  expect([{}, nonsense].map(readFilter)).toEqual([noFilter, noFilter]);
});
