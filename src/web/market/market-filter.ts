import { speciesList, type Species } from '#domain/animals.ts';
import { truncateText } from '#domain/text.ts';

export const maxSearch = 100;

/** In dollars; the maximum of the slider means 'and more'. */
export const priceBounds = { min: 0, max: 50_000, step: 100 } as const;

export interface MarketFilter {
  readonly search: string;
  readonly species: Species | 'all';
  readonly minPrice: number;
  readonly maxPrice: number;
}

export const wholeMarket: MarketFilter = {
  search: '',
  species: 'all',
  minPrice: priceBounds.min,
  maxPrice: priceBounds.max,
};

export function readMarketFilter(address: Readonly<Record<string, unknown>>): MarketFilter {
  const [low, high] = [priceOf(address['minPrice'], priceBounds.min), priceOf(address['maxPrice'], priceBounds.max)];
  return {
    search: typeof address['search'] === 'string' ? truncateText(address['search'], maxSearch) : '',
    species: speciesList.find((species) => species === address['species']) ?? 'all',
    minPrice: Math.min(low, high),
    maxPrice: Math.max(low, high),
  };
}

/** Defaults are left out, so that the slider's maximum hides no expensive animal. */
export const marketQuery = ({ search, species, minPrice, maxPrice }: MarketFilter) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(species !== 'all' && { species }),
  ...(minPrice > priceBounds.min && { minPrice: String(minPrice) }),
  ...(maxPrice < priceBounds.max && { maxPrice: String(maxPrice) }),
});

export const isWholeMarket = (filter: MarketFilter): boolean => Object.keys(marketQuery(filter)).length === 0;

function priceOf(value: unknown, fallback: number): number {
  const price = /^\d{1,6}$/.test(String(value)) ? Number(value) : fallback;
  return Math.min(priceBounds.max, Math.max(priceBounds.min, Math.round(price / priceBounds.step) * priceBounds.step));
}
