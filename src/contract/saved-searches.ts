import { z } from 'zod';
import { Id, NewId, requiredLine } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { MarketSearch } from './market.ts';
import { route } from './route.ts';

/** The search parameters of the marketplace's URL, without paging and ids. */
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
  /** Since the search was last viewed; at most 100 are counted. */
  newAnimals: z.int(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const NewSavedSearch = z.object({
  id: NewId,
  name: requiredLine(80, 'Give the search a name'),
  search: SearchParameters,
  wantsMail: z.boolean().default(false),
});
export type NewSavedSearch = z.output<typeof NewSavedSearch>;

export const SavedSearchChange = z.object({
  /** Whether to mail new results once a day, to a confirmed address. */
  wantsMail: z.boolean().optional(),
  /** Marks the current results as seen. */
  isSeen: z.literal(true).optional(),
});
export type SavedSearchChange = z.output<typeof SavedSearchChange>;

const one = z.object({ id: Id });

export const savedSearchRoutes = {
  listSavedSearches: route({
    method: 'GET',
    path: '/saved-searches',
    access: 'user',
    summary: 'List the saved searches of the person, with the number of new listings',
    reply: z.array(SavedSearch),
  }),
  addSavedSearch: route({
    method: 'POST',
    path: '/saved-searches',
    access: 'user',
    summary: 'Save a search of the marketplace; sending it again with the same id saves nothing twice',
    body: NewSavedSearch,
    reply: SavedSearch,
    status: 201,
    errors: ['market.too_many_searches', 'mail.unconfirmed'],
  }),
  changeSavedSearch: route({
    method: 'PATCH',
    path: '/saved-searches/:id',
    access: 'user',
    summary: 'Switch the mails about a saved search on or off, or mark its results as seen',
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
