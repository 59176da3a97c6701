import { z } from 'zod';
import { speciesList } from '#domain/animals.ts';
import { Id, optionalDollars, text } from '#domain/records/values.ts';
import { Email } from './common.ts';
import { Sex, Species } from './animals.ts';
import { Withdrawal } from './events.ts';
import { route } from './route.ts';

/** An animal that a farm offers for sale, with all the fields that are public. Prices are in dollars. */
export const Listing = z.object({
  id: z.string(),
  tagNumber: z.string(),
  name: z.string().nullable(),
  species: Species,
  sex: Sex,
  breed: z.string().nullable(),
  salePrice: z.number(),
  forSalePrice: z.number(),
  saleDescription: z.string().nullable(),
  pedigreeUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** What the animal gives and must not be eaten or used yet, after a treatment. */
  withdrawals: z.array(Withdrawal),
  farmName: z.string().nullable(),
  /** null if the address could be used for injection into a mailto link. */
  email: Email.nullable().catch(null),
});
export type Listing = z.infer<typeof Listing>;

export const maxListingsPerPage = 200;

/** Every word of `search` must occur in the name, the breed, the tag number or the name of the farm. Prices are in dollars. */
export const MarketSearch = z.object({
  search: text(100).optional(),
  species: z.enum(speciesList).optional(),
  minPrice: optionalDollars.optional(),
  maxPrice: optionalDollars.optional(),
  limit: z.coerce.number().int().min(1).max(maxListingsPerPage).default(48),
  cursor: z.string().max(200).optional(),
});
export type MarketSearch = z.output<typeof MarketSearch>;

export const marketRoutes = {
  listForSale: route({
    method: 'GET',
    path: '/for-sale',
    access: 'public',
    summary: "List the animals for sale, newest first, without the caller's own; the Link header refers to the next page",
    query: MarketSearch,
    reply: z.array(Listing),
  }),
  readListing: route({
    method: 'GET',
    path: '/for-sale/:id',
    access: 'public',
    summary: 'Read an animal that is for sale',
    params: z.object({ id: Id }),
    reply: Listing,
    errors: ['market.not_found'],
  }),
} as const;
