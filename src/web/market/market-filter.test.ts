import { expect, test } from 'vitest';
import { isWholeMarket, marketQuery, readMarketFilter, wholeMarket } from './market-filter.ts';

test('an address without a word shows the whole market, and asks the server for nothing special', () => {
  expect(readMarketFilter({})).toEqual(wholeMarket);
  expect(marketQuery(wholeMarket)).toEqual({});
  expect(isWholeMarket(wholeMarket)).toBe(true);
});

test('a shared address shows the same search again', () => {
  const filter = readMarketFilter({ search: 'nubian', species: 'goat', minPrice: '200', maxPrice: '1500' });
  expect(filter).toEqual({ search: 'nubian', species: 'goat', minPrice: 200, maxPrice: 1500 });
  expect(marketQuery(filter)).toEqual({ search: 'nubian', species: 'goat', minPrice: '200', maxPrice: '1500' });
});

test('what cannot be meant is the default', () => {
  expect(readMarketFilter({ search: 7, species: 'cow', minPrice: '-5', maxPrice: '1e9' })).toEqual(wholeMarket);
  expect(readMarketFilter({ minPrice: '900', maxPrice: '100' })).toMatchObject({ minPrice: 100, maxPrice: 900 });
  expect(readMarketFilter({ maxPrice: '149' })).toMatchObject({ maxPrice: 100 });
});

test('at its end the slider hides nothing dear', () => {
  expect(marketQuery({ ...wholeMarket, maxPrice: 50_000 })).not.toHaveProperty('maxPrice');
});
