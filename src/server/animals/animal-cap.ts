import { usageSentence } from '#domain/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import { readFarmCap } from '#server/plans/plans.queries.ts';
import { countActive } from './animals.queries.ts';

/** Active animals the farm keeps are under the cap; parents it does not keep are not. */
export const countsAgainstCap = (animal: { status: string; isReference: boolean }): boolean =>
  animal.status === 'active' && !animal.isReference;

/** Refuses when the plan has no room for `adding` more (ruling 13). Inside `inFarmTransaction` the answer holds until the end. */
export async function ensureRoomFor(tx: Tx, farmId: FarmId, adding: number): Promise<void> {
  const { plan, limit } = await readFarmCap(tx, farmId);
  // Counting takes the longer the larger the herd is, and the largest herds have no cap.
  if (limit === Infinity) return;
  const active = await countActive(tx, farmId);
  if (active + adding > limit) {
    throw new Problem('plan.limit_reached', { message: `Animal limit reached. ${usageSentence(active, limit, plan)}.` });
  }
}
