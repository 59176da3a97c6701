import { z } from 'zod';
import { Id, requiredLine } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { MarketSearch } from './market.ts';
import { route } from './route.ts';

/** As the search stands in the address of the marketplace, without pages and ids. */
const searchFields = MarketSearch.omit({ limit: true, cursor: true, ids: true, sort: true });
const SearchParameters = z
  .record(z.string().max(20), z.string().max(100))
  .refine((typed) => searchFields.strict().safeParse(typed).success, 'This is no search of the marketplace')
  .refine(({ near, withinKm }) => withinKm === undefined || near !== undefined, 'Say from where: near=latitude,longitude');

export const SavedSearch = z.object({
  id: z.string(),
  name: z.string(),
  /** The parameters of `GET /for-sale`. */
  search: z.record(z.string(), z.string()),
  wantsMail: z.boolean(),
  /** Since it was looked at last; at most 100 are counted. */
  newAnimals: z.int(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const NewSavedSearch = z.object({
  id: Id,
  name: requiredLine(80, 'Give the search a name'),
  search: SearchParameters,
  wantsMail: z.boolean().default(false),
});
export type NewSavedSearch = z.output<typeof NewSavedSearch>;

export const SavedSearchChange = z.object({
  /** A mail a day about what is new, to a confirmed address. */
  wantsMail: z.boolean().optional(),
  /** What is there now counts as seen. */
  isSeen: z.literal(true).optional(),
});
export type SavedSearchChange = z.output<typeof SavedSearchChange>;

const one = z.object({ id: Id });

export const savedSearchRoutes = {
  listSavedSearches: route({
    method: 'GET',
    path: '/saved-searches',
    access: 'user',
    summary: 'List the searches of the marketplace that the person has saved, with how many animals are new',
    reply: z.array(SavedSearch),
  }),
  addSavedSearch: route({
    method: 'POST',
    path: '/saved-searches',
    access: 'user',
    summary: 'Save a search of the marketplace; sent again with the same id, it is one',
    body: NewSavedSearch,
    reply: SavedSearch,
    status: 201,
    errors: ['market.too_many_searches', 'mail.unconfirmed'],
  }),
  changeSavedSearch: route({
    method: 'PATCH',
    path: '/saved-searches/:id',
    access: 'user',
    summary: 'Begin or end the mails about a saved search, or say that what is new was seen',
    params: one,
    body: SavedSearchChange,
    reply: SavedSearch,
    errors: ['market.search_not_found', 'mail.unconfirmed'],
  }),
  deleteSavedSearch: route({
    method: 'DELETE',
    path: '/saved-searches/:id',
    access: 'user',
    summary: 'Delete a saved search',
    params: one,
    reply: Message,
    errors: ['market.search_not_found'],
  }),
} as const;
