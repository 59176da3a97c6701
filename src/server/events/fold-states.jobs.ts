import { setImmediate } from 'node:timers/promises';
import { stateForm } from '#domain/journal/state.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { rowsPerStatement } from '#server/db/slices.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { dayMs } from '#server/time-after.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { listUnfolded } from '#server/journal/states.queries.ts';

/**
 * Stores the states that an upgrade left out, so that lists need not fold them for each reply and copies of the farm get them. Each form of the
 * states has its own job, which is due at once.
 */
export const foldMissingStates: Job = {
  name: `journal: fold states in form ${stateForm}`,
  everyMs: dayMs,
  run: async ({ db }, signal) => {
    const farms = await db.selectFrom('farms').select('id').where('deleted_at', 'is', null).execute();
    await attemptEach(farms, signal, async ({ id }) => {
      for (let after: string | undefined = ''; after !== undefined;) {
        signal.throwIfAborted();
        after = await foldBatch(db, vouchedFarmId(id), after);
        await setImmediate();
      }
    });
  },
};

/** Checks before taking a revision of the farm, and again in the transaction. Resolves with the last animal's id. */
async function foldBatch(db: Db, farmId: FarmId, after: string): Promise<string | undefined> {
  const next = (tx: Db | Tx, limit: number) => listUnfolded(tx, farmId, { form: stateForm, after, limit });
  if ((await next(db, 1)).length === 0) return undefined;
  return inFarmTransaction(db, farmId, async (tx) => {
    const ids = (await next(tx, rowsPerStatement)).map(({ id }) => id);
    await foldStates(tx, farmId, ids);
    return ids.at(-1);
  });
}
