import { speciesList, type Species } from '#domain/animals.ts';
import { truncateText } from '#domain/text.ts';

/** Longest search the server takes, in characters. */
export const maxSearch = 100;

/** Bounds of the price slider, in dollars; at its end the slider means 'and more'. */
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

/** What the address of the marketplace says about what is shown; anything that cannot be meant is the default. */
export function readMarketFilter(address: Readonly<Record<string, unknown>>): MarketFilter {
  const [low, high] = [priceOf(address['minPrice'], priceBounds.min), priceOf(address['maxPrice'], priceBounds.max)];
  return {
    search: typeof address['search'] === 'string' ? truncateText(address['search'], maxSearch) : '',
    species: speciesList.find((species) => species === address['species']) ?? 'all',
    minPrice: Math.min(low, high),
    maxPrice: Math.max(low, high),
  };
}

/** The filter as the server asks for it: what does not narrow is not said, so that nothing dear is hidden at the slider's end. */
export const marketQuery = ({ search, species, minPrice, maxPrice }: MarketFilter) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(species !== 'all' && { species }),
  ...(minPrice > priceBounds.min && { minPrice: String(minPrice) }),
  ...(maxPrice < priceBounds.max && { maxPrice: String(maxPrice) }),
});

export const isWholeMarket = (filter: MarketFilter): boolean => Object.keys(marketQuery(filter)).length === 0;

function priceOf(value: unknown, otherwise: number): number {
  const price = /^\d{1,6}$/.test(String(value)) ? Number(value) : otherwise;
  return Math.min(priceBounds.max, Math.max(priceBounds.min, Math.round(price / priceBounds.step) * priceBounds.step));
}
