import type { FarmId } from '#server/db/farm-id.ts';
import { readRevision } from '#server/db/changes.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { addWaitingYoung, readRoomForYoung } from './births.ts';

/**
 * Called before a request is answered on a farm of which young wait, so that whatever made room (a sale, a death, another plan) needs to
 * know nothing of them. Resolves with the farm's revision afterwards, or undefined if there is no room.
 */
export async function joinWaitingYoung({ db, now }: Pick<Deps, 'db' | 'now'>, farmId: FarmId): Promise<number | undefined> {
  if ((await readRoomForYoung(db, farmId)) === 0) return undefined;
  return inFarmTransaction(db, farmId, async (tx) => {
    await addWaitingYoung(tx, { farmId, by: { job: 'room in the plan' }, call: 'joinWaitingYoung' }, now());
    return readRevision(tx, farmId);
  });
}
