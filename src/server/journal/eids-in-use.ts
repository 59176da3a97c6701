import type { FarmId } from '#server/db/farm-id.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { listEidHolders, listEidsOf, listTakenEids } from './eids-in-use.queries.ts';

/**
 * The same before an import is undone that took these animals off the farm: its own animals and numbers are removed with it, so they stand in
 * nobody's way.
 */
export async function ensureEidsFreeWithout(
  tx: Tx,
  farmId: FarmId,
  importId: string,
  animalIds: readonly string[],
): Promise<void> {
  for (const slice of slicesOf(animalIds)) {
    const [taken] = await listTakenEids(tx, farmId, importId, slice);
    if (taken) throw returns(taken.tagNumber, taken.holder);
  }
}

/** Called after animals have returned to the farm, because another one may have got their EIDs meanwhile. */
export async function ensureEidsFree(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<void> {
  for (const slice of slicesOf(animalIds)) {
    const own = await listEidsOf(tx, farmId, slice);
    const holders = own.length === 0 ? [] : await listEidHolders(tx, farmId, [...new Set(own.map(({ eid }) => eid))]);
    const holdersOf = Map.groupBy(holders, ({ eid }) => eid);
    for (const { tagId, eid, tagNumber } of own) {
      const other = holdersOf.get(eid)?.find((holder) => holder.tagId !== tagId);
      if (!other) continue;
      throw returns(tagNumber, other.tagNumber);
    }
  }
}

const returns = (tagNumber: string, holder: string): Problem =>
  Problem.field(
    'status',
    `${tagNumber} cannot come back: your animal ${holder} has its EID now. End the EID at one of them first.`,
  );
