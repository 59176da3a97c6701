import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { sortHerd } from './sort-herd.ts';

const herd = [
  buildAnimal({ tagNumber: 'G-10', birthDate: '2024-01-01', breed: null, healthStatus: '1', forSale: true, salePrice: null }),
  buildAnimal({
    tagNumber: 'G-9',
    birthDate: null,
    birthYear: null,
    breed: 'Kiko',
    healthStatus: '5',
    forSale: true,
    salePrice: 200,
  }),
  buildAnimal({ tagNumber: 'g-100', birthDate: '2020-01-01', breed: 'Boer', healthStatus: '3', forSale: true, salePrice: 100 }),
];
const factsOf = () => ({ state: undefined, pregnancy: undefined, where: '', checkedOn: null });

test.each([
  ['', 'as the tags do', 'G-9 G-10 g-100'],
  ['tag', 'in their natural order', 'G-9 G-10 g-100'],
  ['-tag', 'from the end', 'g-100 G-10 G-9'],
  ['age', 'from the oldest, those of unknown birth last', 'g-100 G-10 G-9'],
  ['-age', 'from the youngest, those of unknown birth last as well', 'G-10 g-100 G-9'],
  ['breed', 'by the alphabet', 'g-100 G-9 G-10'],
  ['-health', 'from the best', 'G-9 g-100 G-10'],
  ['attention', 'those that want attention first', 'G-10 G-9 g-100'],
  ['price', 'from the cheapest, those that are offered without a price last', 'g-100 G-9 G-10'],
] as const)('by %s animals stand %s', (sort, _, expected) => {
  const sorted = sortHerd(herd, sort, factsOf, '2026-11-23');
  expect(sorted.map(({ tagNumber }) => tagNumber).join(' ')).toBe(expected);
});
