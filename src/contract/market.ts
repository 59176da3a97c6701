import { z } from 'zod';
import { speciesList } from '#domain/animals.ts';
import { Id, text } from './common.ts';
import { Sex, Species } from './animals.ts';
import { route } from './route.ts';

/** An animal another farm offers: these fields and nothing else leave the server. Prices are dollars. */
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
  farmName: z.string().nullable(),
  email: z.string(),
});
export type Listing = z.infer<typeof Listing>;

export const maxListingsPerPage = 200;

export const MarketSearch = z.object({
  search: text(100).optional(),
  species: z.enum(speciesList).optional(),
  /** Whole or exact dollars. */
  minPrice: z.coerce.number().min(0).max(1_000_000).optional(),
  maxPrice: z.coerce.number().min(0).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(maxListingsPerPage).default(48),
  cursor: z.string().max(200).optional(),
});
export type MarketSearch = z.output<typeof MarketSearch>;

export const marketRoutes = {
  listForSale: route({
    method: 'GET',
    path: '/for-sale',
    access: 'public',
    summary: 'Animals other farms offer, newest first; the next page is in the Link header',
    query: MarketSearch,
    reply: z.array(Listing),
  }),
  readListing: route({
    method: 'GET',
    path: '/for-sale/:id',
    access: 'public',
    summary: 'One offered animal',
    params: z.object({ id: Id }),
    reply: Listing,
    errors: ['market.not_found'],
  }),
} as const;
