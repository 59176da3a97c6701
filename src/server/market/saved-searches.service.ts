import { MarketSearch } from '#contract/market.ts';
import type { SavedSearch, savedSearchRoutes } from '#contract/saved-searches.ts';
import { maxSavedSearches } from '#domain/listings.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureByPassword } from '#server/http/guards.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { lockPerson } from './lock-person.ts';
import { listNew, readNewestPosition } from './new-listings.ts';

/** The limit of views of the list, each of which counts the new listings of up to twenty searches. */
const looks = { hits: 20, seconds: 60 };
const changes = { hits: 60, seconds: 60 };
const tooOften = 'Wait a moment and try again.';

export function savedSearchHandlers({
  db,
  now,
  visits,
}: Pick<Deps, 'db' | 'now' | 'visits'>): Handlers<typeof savedSearchRoutes> {
  const rowsOf = (userId: string) =>
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'search', 'wants_mail as wantsMail', 'seen_position as since'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id');
  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

  async function describe({ since, search, ...row }: Row, { farmId }: Pick<Viewer, 'farmId'>): Promise<SavedSearch> {
    const today = now().toISOString().slice(0, 10);
    const fresh = await listNew(db, search, { since, except: farmId, today });
    return { ...row, search: JSON.parse(search) as Record<string, string>, newAnimals: fresh.length };
  }

  async function readOne(viewer: Viewer, id: string): Promise<SavedSearch> {
    const row = await rowsOf(viewer.userId).where('id', '=', id).executeTakeFirst();
    if (!row) throw new Problem('market.search_not_found');
    return describe(row, viewer);
  }

  const countChange = ({ userId }: Viewer) => visits.hit(`saved-search:${userId}`, changes, tooOften);

  return {
    listSavedSearches: async (_, { viewer }) => {
      await visits.hit(`saved-searches:${viewer.userId}`, looks, tooOften);
      const rows = await rowsOf(viewer.userId).execute();
      const found: SavedSearch[] = [];
      for (const row of rows) found.push(await describe(row, viewer));
      return found;
    },

    addSavedSearch: async ({ body: { id, name, search, wantsMail } }, person) => {
      const { viewer } = person;
      if (wantsMail) ensureByPassword(person);
      await countChange(viewer);
      await inTransaction(db, async (tx) => {
        await lockForChange(tx, viewer.userId, wantsMail);
        const others = await tx.selectFrom('saved_searches').select('id').where('user_id', '=', viewer.userId).execute();
        if (others.some((other) => other.id === id)) return;
        if (others.length >= maxSavedSearches) throw new Problem('market.too_many_searches');
        const position = await readNewestPosition(tx);
        await tx
          .insertInto('saved_searches')
          .values({
            user_id: viewer.userId,
            id,
            name,
            search: JSON.stringify(asCoarse(search)),
            created_at: now().toISOString(),
            wants_mail: wantsMail,
            seen_position: position,
            mailed_position: position,
            mailed_on: null,
          })
          .execute();
      });
      return readOne(viewer, id);
    },

    changeSavedSearch: async ({ params: { id }, body: { wantsMail, isSeen } }, person) => {
      const { viewer } = person;
      if (wantsMail) ensureByPassword(person);
      await countChange(viewer);
      await inTransaction(db, async (tx) => {
        await lockForChange(tx, viewer.userId, wantsMail === true);
        if (wantsMail === undefined && !isSeen) return;
        const position = await readNewestPosition(tx);
        await tx
          .updateTable('saved_searches')
          .set({
            // The mails begin with listings added from now on.
            ...(wantsMail !== undefined && { wants_mail: wantsMail, mailed_position: position }),
            ...(isSeen && { seen_position: position }),
          })
          .where('user_id', '=', viewer.userId)
          .where('id', '=', id)
          .execute();
      });
      return readOne(viewer, id);
    },

    deleteSavedSearch: async ({ params: { id } }, { viewer }) => {
      const { numDeletedRows } = await db
        .deleteFrom('saved_searches')
        .where('user_id', '=', viewer.userId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new Problem('market.search_not_found');
      return { message: 'Deleted' };
    },
  };
}

async function lockForChange(tx: Tx, userId: string, isForMail: boolean): Promise<void> {
  const { confirmedAt } = await lockPerson(tx, userId);
  if (isForMail && confirmedAt === null) throw new Problem('mail.unconfirmed');
}

/** A place is stored only as precisely as the search needs. */
function asCoarse(search: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { near } = MarketSearch.parse(search);
  return near ? { ...search, near: `${near.latitude},${near.longitude}` } : search;
}
