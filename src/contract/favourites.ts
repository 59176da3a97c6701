import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const Favourite = z.object({
  /** The id of the listing, which may no longer exist; `GET /for-sale?ids=` returns those that are for sale. */
  id: z.string(),
  addedAt: z.string(),
});
export type Favourite = z.infer<typeof Favourite>;

const ofListing = z.object({ id: Id });

export const favouriteRoutes = {
  listFavourites: route({
    method: 'GET',
    path: '/favourites',
    access: 'user',
    summary: 'List the listings that the person has marked as favourites, newest first',
    reply: z.array(Favourite),
  }),
  addFavourite: route({
    method: 'PUT',
    path: '/favourites/:id',
    access: 'user',
    summary: 'Mark a listing as a favourite',
    params: ofListing,
    reply: Message,
    errors: ['market.not_found', 'market.too_many_favourites'],
  }),
  removeFavourite: route({
    method: 'DELETE',
    path: '/favourites/:id',
    access: 'user',
    summary: 'Remove a favourite, whether or not the animal is still for sale',
    params: ofListing,
    reply: Message,
  }),
} as const;
