import { isUnlimited, usageMessage } from '#domain/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowLimits, type AddedRows } from '#server/plans/row-limits.ts';
import { readFarmCap } from '#server/plans/plans.queries.ts';

export const countsAgainstCap = (animal: { status: string; isReference: boolean }): boolean =>
  animal.status === 'active' && !animal.isReference;

interface AddedRecords extends AddedRows {
  readonly active: number;
}

/** The check holds until the end of `inFarmTransaction` (rule 13). */
export async function ensureRoomFor(tx: Tx, farmId: FarmId, { active: addedActive, ...rows }: AddedRecords): Promise<void> {
  const cap = await readFarmCap(tx, farmId);
  const { plan, limit, active } = cap;
  if (addedActive > 0 && !isUnlimited(limit) && active + addedActive > limit) {
    throw new Problem('plan.limit_reached', { message: `Animal limit reached. ${usageMessage(active, limit, plan)}.` });
  }
  ensureRowLimits(cap, rows);
}
