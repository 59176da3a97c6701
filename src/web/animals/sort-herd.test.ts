import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { sortHerd } from './sort-herd.ts';

const now = '2026-11-23';
const herd = [
  buildAnimal({ tagNumber: 'G-10', birthDate: '2024-01-01', breed: null, healthStatus: '1' }),
  buildAnimal({ tagNumber: 'G-9', birthDate: null, birthYear: null, breed: 'Kiko', healthStatus: '5' }),
  buildAnimal({ tagNumber: 'g-100', birthDate: '2020-01-01', breed: 'Boer', healthStatus: '3' }),
];
const factsOf = () => ({ state: undefined, pregnancy: undefined, where: '', checkedOn: null });
const tags = (sort: Parameters<typeof sortHerd>[1]) => sortHerd(herd, sort, factsOf, now).map(({ tagNumber }) => tagNumber);

test('without a choice the order is that of the tags', () => expect(tags('')).toEqual(tags('tag')));

test.each([
  ['tag', 'in their natural order', ['G-9', 'G-10', 'g-100']],
  ['-tag', 'from the end', ['g-100', 'G-10', 'G-9']],
  ['age', 'from the oldest, those of unknown birth last', ['g-100', 'G-10', 'G-9']],
  ['-age', 'from the youngest, those of unknown birth last as well', ['G-10', 'g-100', 'G-9']],
  ['breed', 'by the alphabet', ['g-100', 'G-9', 'G-10']],
  ['-health', 'from the best', ['G-9', 'g-100', 'G-10']],
  ['attention', 'those that want attention first', ['G-10', 'G-9', 'g-100']],
] as const)('by %s animals stand %s', (sort, _, expected) => expect(tags(sort)).toEqual(expected));

test('an animal that is offered without a price is not the cheapest', () => {
  const offered = [null, 100].map((salePrice) => buildAnimal({ tagNumber: `P-${salePrice}`, forSale: true, salePrice }));
  const [first] = sortHerd(offered, 'price', factsOf, now);
  expect(first?.salePrice).toBe(100);
});
