import { describe, expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { filterHerd } from './filter-herd.ts';
import { noFilter, readFilter, type HerdFilter } from './herd-filter.ts';

const herd = [
  buildAnimal({ tagNumber: '112', name: 'Zoé', breed: 'Boer' }),
  buildAnimal({ tagNumber: '12', name: 'Ada', breed: 'Saanen', healthStatus: '1' }),
  buildAnimal({ tagNumber: '120', name: 'Boris', breed: null, species: 'sheep', sex: 'male' }),
  buildAnimal({ tagNumber: 'X9', name: null, breed: 'Nigerian  Dwarf', status: 'sold' }),
];
const tags = (filter: Partial<HerdFilter>) => filterHerd(herd, { ...noFilter, ...filter }).map(({ tagNumber }) => tagNumber);

describe('the animals page shows', () => {
  test('active animals in the order of the list unless told otherwise', () => {
    expect(tags({})).toEqual(['112', '12', '120']);
  });

  test('sold animals only where they are asked for', () => {
    expect(tags({ status: 'sold' })).toEqual(['X9']);
    expect(tags({ status: 'all' })).toHaveLength(4);
  });

  test('animals whose tag number, name or breed holds the search, without regard to case and accents', () => {
    expect(tags({ search: 'BOER' })).toEqual(['112']);
    expect(tags({ search: 'zoe' })).toEqual(['112']);
    expect(tags({ search: 'bo' })).toEqual(['112', '120']);
    expect(tags({ search: 'nigerian dwarf', status: 'all' })).toEqual(['X9']);
  });

  test('the best matches of the search first', () => {
    expect(tags({ search: '12' })).toEqual(['12', '112', '120']);
  });

  test('the animals that meet every filter', () => {
    expect(tags({ species: 'goat', health: '1' })).toEqual(['12']);
    expect(tags({ species: 'sheep', health: '1' })).toEqual([]);
  });
});

describe('the address of the animals page', () => {
  test('without a filter means active animals', () => {
    expect(readFilter({})).toEqual(noFilter);
  });

  test('that means nothing shows the default instead of failing', () => {
    expect(readFilter({ search: { a: 1 }, species: 'cow', health: '9', status: { b: 2 }, show: '' })).toEqual(noFilter);
  });
});
