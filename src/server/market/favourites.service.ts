import type { favouriteRoutes } from '#contract/favourites.ts';
import { maxFavourites } from '#domain/listings.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { lockPerson } from './lock-person.ts';

export const favouriteHandlers = ({ db, now }: Pick<Deps, 'db' | 'now'>): Handlers<typeof favouriteRoutes> => ({
  listFavourites: (_, { viewer }) =>
    db
      .selectFrom('favourites')
      .select(['animal_id as id', 'created_at as addedAt'])
      .where('user_id', '=', viewer.userId)
      .orderBy('created_at', 'desc')
      .orderBy('animal_id')
      .execute(),

  addFavourite: async ({ params: { id } }, { viewer: { userId } }) => {
    await inTransaction(db, async (tx) => {
      await lockPerson(tx, userId);
      const others = await tx.selectFrom('favourites').select('animal_id').where('user_id', '=', userId).execute();
      if (others.some((other) => other.animal_id === id)) return;
      const listing = await tx.selectFrom('listings').select('animal_id').where('animal_id', '=', id).executeTakeFirst();
      if (!listing) throw new Problem('market.not_found');
      if (others.length >= maxFavourites) throw new Problem('market.too_many_favourites');
      await tx.insertInto('favourites').values({ user_id: userId, animal_id: id, created_at: now().toISOString() }).execute();
    });
    return { message: 'Marked' };
  },

  removeFavourite: async ({ params: { id } }, { viewer: { userId } }) => {
    await db.deleteFrom('favourites').where('user_id', '=', userId).where('animal_id', '=', id).execute();
    return { message: 'Not marked any more' };
  },
});
