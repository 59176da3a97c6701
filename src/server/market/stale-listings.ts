import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import type { Job } from '#server/jobs/job.ts';

const batchSize = 200;

/**
 * Updates a farm's name, place and seller's address in its listings. Triggers update a few themselves (db/baseline/listings.ts); for tens of thousands,
 * one statement would block other writes for too long.
 */
export const renameListings: Job = {
  name: 'market: rename listings',
  everyMs: 60_000,
  run: async ({ db }, signal) => {
    for (const { farm_id: farmId, mark } of await db.selectFrom('stale_listings').selectAll().execute()) {
      for (let after: string | undefined = ''; after !== undefined;) {
        signal.throwIfAborted();
        after = await renameBatch(db, farmId, after);
        await setImmediate();
      }
      // Another change in the meantime has set a new mark, so that the next run starts again.
      await db.deleteFrom('stale_listings').where('farm_id', '=', farmId).where('mark', '=', mark).execute();
    }
  },
};

async function renameBatch(db: Db, farmId: string, after: string): Promise<string | undefined> {
  const listings = await db
    .selectFrom('listings')
    .select('animal_id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '>', after)
    .orderBy('animal_id')
    .limit(batchSize)
    .execute();
  const ids = listings.map(({ animal_id }) => animal_id);
  if (ids.length === 0) return undefined;
  await db
    .updateTable('listings')
    .from('offered')
    .set((eb) => ({
      farm_name: eb.ref('offered.farm_name'),
      email: eb.ref('offered.email'),
      words: eb.ref('offered.words'),
      latitude: eb.ref('offered.latitude'),
      longitude: eb.ref('offered.longitude'),
    }))
    .where('listings.farm_id', '=', farmId)
    .where('listings.animal_id', 'in', ids)
    .whereRef('offered.farm_id', '=', 'listings.farm_id')
    .whereRef('offered.animal_id', '=', 'listings.animal_id')
    .execute();
  return ids.at(-1);
}
