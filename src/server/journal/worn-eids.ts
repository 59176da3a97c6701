import type { FarmId } from '#server/db/farm-id.ts';
import { pausedSlicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { listWearers, listWorn } from './worn-eids.queries.ts';

/** After animals have come back to the farm: another one may have got their EIDs meanwhile. */
export async function ensureEidsFree(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<void> {
  for await (const slice of pausedSlicesOf(tx, animalIds)) {
    const worn = await listWorn(tx, farmId, slice);
    const wearers = worn.length === 0 ? [] : await listWearers(tx, farmId, [...new Set(worn.map(({ eid }) => eid))]);
    const wearersOf = Map.groupBy(wearers, ({ eid }) => eid);
    for (const { tagId, eid, tagNumber } of worn) {
      const other = wearersOf.get(eid)?.find((wearer) => wearer.tagId !== tagId);
      if (!other) continue;
      const message = `${tagNumber} cannot come back: your animal ${other.tagNumber} has its EID now. End the EID at one of them first.`;
      throw Problem.field('status', message);
    }
  }
}
