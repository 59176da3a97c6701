import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/engines/connect.ts';
import { relist } from '#server/db/listings.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';

const batchSize = 200;

/** Updates a farm's name, place and seller's address in many listings; `relistFarm` updates a few at once. */
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
    .select('animal_id as id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '>', after)
    .orderBy('animal_id')
    .limit(batchSize)
    .execute();
  const ids = listings.map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    // Nobody takes an animal off meanwhile, and the revision stays: nothing of the farm changes.
    await tx.selectFrom('farms').select('id').where('id', '=', farmId).forUpdate().execute();
    await relist(tx, farmId, ids);
  });
  return ids.at(-1);
}
