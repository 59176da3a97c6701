import type { FarmId } from '#server/db/farm-id.ts';
import { pausedSlicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { listEidHolders, listEidsOf } from './eids-in-use.queries.ts';

/** Called after animals have returned to the farm, because another one may have got their EIDs meanwhile. */
export async function ensureEidsFree(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<void> {
  for await (const slice of pausedSlicesOf(tx, animalIds)) {
    const own = await listEidsOf(tx, farmId, slice);
    const holders = own.length === 0 ? [] : await listEidHolders(tx, farmId, [...new Set(own.map(({ eid }) => eid))]);
    const holdersOf = Map.groupBy(holders, ({ eid }) => eid);
    for (const { tagId, eid, tagNumber } of own) {
      const other = holdersOf.get(eid)?.find((holder) => holder.tagId !== tagId);
      if (!other) continue;
      const message = `${tagNumber} cannot come back: your animal ${other.tagNumber} has its EID now. End the EID at one of them first.`;
      throw Problem.field('status', message);
    }
  }
}
