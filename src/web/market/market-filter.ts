import type { z } from 'zod';
import type { MarketSearch } from '#contract/market.ts';
import { speciesList, type Sex, type Species } from '#domain/records/animals.ts';
import type { ListingSort } from '#domain/listings.ts';
import { truncateText } from '#domain/values/text-length.ts';

export const maxSearch = 100;

/** In dollars; the maximum of the slider means 'and more'. */
export const priceBounds = { min: 0, max: 50_000, step: 100 } as const;

/** Filters of a part that is loaded later. The server checks the values from the address. */
const laterChoices = ['sex', 'minAgeMonths', 'maxAgeMonths', 'registered', 'near', 'withinKm', 'sort'] as const;

export interface LaterChoices {
  readonly sex?: Sex | undefined;
  readonly minAgeMonths?: string | undefined;
  readonly maxAgeMonths?: string | undefined;
  readonly registered?: 'true' | 'false' | undefined;
  /** Latitude and longitude. */
  readonly near?: string | undefined;
  readonly withinKm?: string | undefined;
  readonly sort?: ListingSort | undefined;
}

const pickLater = (from: Readonly<Record<string, unknown>>): LaterChoices =>
  Object.fromEntries(laterChoices.map((name) => [name, from[name]]));

export interface MarketFilter extends LaterChoices {
  readonly search: string;
  readonly species: Species | 'all';
  readonly minPrice: number;
  readonly maxPrice: number;
}

export interface BarProps {
  readonly filter: MarketFilter;
  readonly onChange: (change: Partial<MarketFilter>) => void;
}

export const wholeMarket: MarketFilter = {
  search: '',
  species: 'all',
  minPrice: priceBounds.min,
  maxPrice: priceBounds.max,
  ...pickLater({}),
};

export function readMarketFilter(address: Readonly<Record<string, unknown>>): MarketFilter {
  const [low, high] = [priceOf(address['minPrice'], priceBounds.min), priceOf(address['maxPrice'], priceBounds.max)];
  return {
    search: typeof address['search'] === 'string' ? truncateText(address['search'], maxSearch) : '',
    species: speciesList.find((species) => species === address['species']) ?? 'all',
    minPrice: Math.min(low, high),
    maxPrice: Math.max(low, high),
    ...pickLater(address),
  };
}

/** Defaults are left out, so that the slider's maximum hides no expensive animal. */
export const marketQuery = ({ search, species, minPrice, maxPrice, ...later }: MarketFilter) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(species !== 'all' && { species }),
  ...(minPrice > priceBounds.min && { minPrice: String(minPrice) }),
  ...(maxPrice < priceBounds.max && { maxPrice: String(maxPrice) }),
  ...(later as LaterQuery),
});

type LaterQuery = Pick<z.input<typeof MarketSearch>, keyof LaterChoices>;

export const isWholeMarket = (filter: MarketFilter): boolean => JSON.stringify(marketQuery(filter)) === '{}';

function priceOf(value: unknown, fallback: number): number {
  const price = /^\d{1,6}$/.test(String(value)) ? Number(value) : fallback;
  return Math.min(priceBounds.max, Math.max(priceBounds.min, Math.round(price / priceBounds.step) * priceBounds.step));
}

export const distanceText = (km: number): string => `${km} km (${Math.round(km / 1.609_344)} mi)`;
