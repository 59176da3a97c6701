import { isUnlimited, usageMessage } from '#domain/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { refuseTooManyRows, type AddedRows } from '#server/plans/farm-rows.ts';
import { readFarmCap } from '#server/plans/plans.queries.ts';

/** Active animals the farm keeps are under the cap; parents it does not keep are not. */
export const countsAgainstCap = (animal: { status: string; isReference: boolean }): boolean =>
  animal.status === 'active' && !animal.isReference;

interface Adding extends AddedRows {
  /** Animals that count against the cap. */
  readonly active: number;
}

/** Refuses when the plan or the farm has no room (rule 13). Inside `inFarmTransaction` the answer holds until the end. */
export async function ensureRoomFor(tx: Tx, farmId: FarmId, { active: adding, ...rows }: Adding): Promise<void> {
  const cap = await readFarmCap(tx, farmId);
  const { plan, limit, active } = cap;
  if (adding > 0 && !isUnlimited(limit) && active + adding > limit) {
    throw new Problem('plan.limit_reached', { message: `Animal limit reached. ${usageMessage(active, limit, plan)}.` });
  }
  refuseTooManyRows(cap, rows);
}
