import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const Favourite = z.object({
  /** Of the listing, which may be gone: those that are for sale are in `GET /for-sale?ids=`. */
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
    summary: 'List the animals for sale that the person has marked, the newest first',
    reply: z.array(Favourite),
  }),
  addFavourite: route({
    method: 'PUT',
    path: '/favourites/:id',
    access: 'user',
    summary: 'Mark an animal that is for sale',
    params: ofListing,
    reply: Message,
    errors: ['market.not_found', 'market.too_many_favourites'],
  }),
  removeFavourite: route({
    method: 'DELETE',
    path: '/favourites/:id',
    access: 'user',
    summary: 'Take the mark of an animal away, whether or not it is still for sale',
    params: ofListing,
    reply: Message,
  }),
} as const;
