import { isUnlimited, maxAnimalRecords, usageMessage } from '#domain/accounts/plans.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowsOn, type AddedRows } from '#server/plans/row-limits.ts';
import { countActive, readCounts, readFarmPlan, type FarmPlan } from '#server/plans/plans.queries.ts';

export const countsAgainstCap = (animal: { status: string; isReference: boolean }): boolean =>
  animal.status === 'active' && !animal.isReference;

/** How many more active animals, and how many more animals of any status, the plan allows. */
export async function readRoom(db: Db | Tx, farmId: FarmId): Promise<{ active: number; animals: number }> {
  const { limit } = await readFarmPlan(db, farmId);
  const { animals: kept } = await readCounts(db, farmId);
  const animals = Math.max(0, maxAnimalRecords(limit) - kept);
  return { active: isUnlimited(limit) ? Infinity : Math.max(0, limit - (await countActive(db, farmId))), animals };
}

interface AddedRecords extends AddedRows {
  readonly active: number;
  /** What the person can do if the plan has no room. */
  readonly advice?: string;
}

/** The check holds until the end of `inFarmTransaction` (rule 13). */
export async function ensureRoomFor(tx: Tx, farmId: FarmId, added: AddedRecords): Promise<void> {
  const plan = await readFarmPlan(tx, farmId);
  if (added.active > 0) await ensureUnderCap(plan, tx, farmId, added);
  await ensureRowsOn(plan, tx, farmId, added);
}

async function ensureUnderCap({ plan, limit }: FarmPlan, tx: Tx, farmId: FarmId, added: AddedRecords): Promise<void> {
  if (isUnlimited(limit)) return;
  const active = await countActive(tx, farmId);
  if (active + added.active > limit) {
    const message = `Animal limit reached. ${usageMessage(active, limit, plan)}.`;
    throw new Problem('plan.limit_reached', { message: added.advice ? `${message} ${added.advice}` : message });
  }
}
