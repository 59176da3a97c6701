import type { ListingFilter } from '#server/db/listing-index.ts';

/** The first page of the whole marketplace. */
export const everyListing: ListingFilter = {
  words: [],
  species: undefined,
  sex: undefined,
  bornFrom: undefined,
  bornTo: undefined,
  isRegistered: undefined,
  within: undefined,
  minCents: undefined,
  maxCents: undefined,
  except: undefined,
  newerThan: undefined,
  positions: undefined,
  farm: undefined,
  sort: 'newest',
  after: undefined,
  limit: 49,
};
