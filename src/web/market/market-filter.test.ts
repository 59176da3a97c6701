import { expect, test } from 'vitest';
import { isWholeMarket, marketQuery, readMarketFilter, wholeMarket } from './market-filter.ts';

test('without search parameters the whole marketplace is queried without filters', () => {
  expect(readMarketFilter({})).toEqual(wholeMarket);
  expect(marketQuery(wholeMarket)).toEqual({});
  expect(isWholeMarket(wholeMarket)).toBe(true);
});

test('the market filter survives its conversion to search parameters and back', () => {
  const filter = readMarketFilter({ search: 'nubian', species: 'goat', minPrice: '200', maxPrice: '1500' });
  expect(filter).toEqual({ search: 'nubian', species: 'goat', minPrice: 200, maxPrice: 1500 });
  expect(marketQuery(filter)).toEqual({ search: 'nubian', species: 'goat', minPrice: '200', maxPrice: '1500' });
});

test('the choices that come later are passed on as they stand in the address, and nothing else is', () => {
  const address = { sex: 'male', maxAgeMonths: '11', registered: 'true', near: '39.1, -94.58', withinKm: '50', sort: 'price' };
  const filter = readMarketFilter({ ...address, campaign: 'mail' });
  expect(marketQuery(filter)).toEqual(address);
  expect(isWholeMarket(filter)).toBe(false);
});

test('an invalid search parameter of the marketplace becomes its default', () => {
  expect(readMarketFilter({ search: 7, species: 'cow', minPrice: '-5', maxPrice: '1e9' })).toEqual(wholeMarket);
  expect(readMarketFilter({ minPrice: '900', maxPrice: '100' })).toMatchObject({ minPrice: 100, maxPrice: 900 });
  expect(readMarketFilter({ maxPrice: '149' })).toMatchObject({ maxPrice: 100 });
});

test('the maximum of the price slider hides no expensive animal', () => {
  expect(marketQuery({ ...wholeMarket, maxPrice: 50_000 })).not.toHaveProperty('maxPrice');
});
