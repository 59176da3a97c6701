import { expect, test } from 'vitest';
import { isWholeMarket, marketQuery, readMarketFilter, wholeMarket } from './market-filter.ts';

const prices = { minPrice: '200', maxPrice: '1500' };
const later = { sex: 'male', maxAgeMonths: '11', registered: 'true', near: '39.1, -94.58', withinKm: '50', sort: 'price' };

test.each<[Record<string, unknown>, object]>([
  [{}, {}],
  [
    { search: 'nubian', species: 'goat', ...prices },
    { search: 'nubian', species: 'goat', ...prices },
  ],
  [{ ...later, campaign: 'mail' }, later],
  [{ search: 7, species: 'cow', minPrice: '-5', maxPrice: '1e9' }, {}],
  [
    { minPrice: '900', maxPrice: '149' },
    { minPrice: '100', maxPrice: '900' },
  ],
  [{ maxPrice: '50000' }, {}],
])('at the address with %j the marketplace asks for %j, and for nothing else or invalid', (address, query) => {
  const filter = readMarketFilter(address);
  expect(marketQuery(filter)).toEqual(query);
  expect(isWholeMarket(filter)).toBe(Object.keys(query).length === 0);
});

test('an invalid search parameter of the marketplace becomes its default', () => {
  expect(readMarketFilter({ search: 7, species: 'cow', minPrice: '-5', maxPrice: '1e9' })).toEqual(wholeMarket);
});
