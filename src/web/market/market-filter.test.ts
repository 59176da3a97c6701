import { expect, test } from 'vitest';
import { isWholeMarket, marketQuery, readMarketFilter } from './market-filter.ts';

const prices = { minPrice: '200', maxPrice: '1500' };
const later = { sex: 'male', maxAgeMonths: '11', registered: 'true', near: '39.1, -94.58', withinKm: '50', sort: 'price' };

const goats = { search: 'nubian', species: 'goat', ...prices };
const ordered = { minPrice: '100', maxPrice: '900' };
const nonsense = { search: 7, species: 'cow', minPrice: '-5', maxPrice: '1e9' };

test.each<[Record<string, unknown>, object]>([
  [{}, {}],
  [goats, goats],
  [{ ...later, campaign: 'mail' }, later],
  [nonsense, {}],
  [{ minPrice: '900', maxPrice: '149' }, ordered],
  [{ maxPrice: '50000' }, {}],
])('at the address with %j the marketplace asks for %j, and for nothing else or invalid', (address, query) => {
  const filter = readMarketFilter(address);
  expect(marketQuery(filter)).toEqual(query);
  expect(isWholeMarket(filter)).toBe(Object.keys(query).length === 0);
});
