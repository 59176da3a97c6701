import { isUnlimited, maxAnimalRecords, usageMessage } from '#domain/plans.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowLimits, type AddedRows } from '#server/plans/row-limits.ts';
import { readFarmCap, type FarmCap } from '#server/plans/plans.queries.ts';

export const countsAgainstCap = (animal: { status: string; isReference: boolean }): boolean =>
  animal.status === 'active' && !animal.isReference;

/** How many more active animals the plan allows. */
const roomIn = ({ limit, active }: Pick<FarmCap, 'limit' | 'active'>): number =>
  isUnlimited(limit) ? Infinity : Math.max(0, limit - active);

/** How many more active animals, and how many more animals of any status, the plan allows. */
export async function readRoom(db: Db | Tx, farmId: FarmId): Promise<{ active: number; animals: number }> {
  const cap = await readFarmCap(db, farmId);
  return { active: roomIn(cap), animals: Math.max(0, maxAnimalRecords(cap.limit) - cap.animals) };
}

interface AddedRecords extends AddedRows {
  readonly active: number;
}

/** The check holds until the end of `inFarmTransaction` (rule 13). */
export async function ensureRoomFor(tx: Tx, farmId: FarmId, { active: addedActive, ...rows }: AddedRecords): Promise<void> {
  const cap = await readFarmCap(tx, farmId);
  const { plan, limit, active } = cap;
  if (addedActive > 0 && addedActive > roomIn(cap)) {
    throw new Problem('plan.limit_reached', { message: `Animal limit reached. ${usageMessage(active, limit, plan)}.` });
  }
  ensureRowLimits(cap, rows);
}
