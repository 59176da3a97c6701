import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import type { Job } from '#server/jobs/job.ts';

const listingsAtOnce = 200;

/**
 * Gives the listings of a farm that was renamed, or whose seller has another address, what they repeat of it. The triggers do so
 * themselves where there are few (0015_large_farms); for tens of thousands one statement would keep everybody waiting.
 */
export const renameListings: Job = {
  name: 'market: rename listings',
  everyMs: 60_000,
  run: async ({ db }, signal) => {
    for (const { farm_id: farmId, mark } of await db.selectFrom('stale_listings').selectAll().execute()) {
      for (let after: string | undefined = ''; after !== undefined;) {
        signal.throwIfAborted();
        after = await renameSome(db, farmId, after);
        await setImmediate();
      }
      // Another renaming meanwhile has left another mark, and the next run begins anew.
      await db.deleteFrom('stale_listings').where('farm_id', '=', farmId).where('mark', '=', mark).execute();
    }
  },
};

/** The listing to go on after; undefined when these were the last. */
async function renameSome(db: Db, farmId: string, after: string): Promise<string | undefined> {
  const listings = await db
    .selectFrom('listings')
    .select('animal_id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '>', after)
    .orderBy('animal_id')
    .limit(listingsAtOnce)
    .execute();
  const ids = listings.map(({ animal_id }) => animal_id);
  if (ids.length === 0) return undefined;
  await db
    .updateTable('listings')
    .from('offered')
    .set((eb) => ({ farm_name: eb.ref('offered.farm_name'), email: eb.ref('offered.email'), words: eb.ref('offered.words') }))
    .where('listings.farm_id', '=', farmId)
    .where('listings.animal_id', 'in', ids)
    .whereRef('offered.farm_id', '=', 'listings.farm_id')
    .whereRef('offered.animal_id', '=', 'listings.animal_id')
    .execute();
  return ids.at(-1);
}
