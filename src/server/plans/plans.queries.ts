import { planInForce, type PlanType } from '#domain/plans.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The plan that counts for a farm now and its cap. Read inside `inFarmTransaction` it cannot change until the end. */
export async function readFarmCap(db: Db | Tx, farmId: FarmId): Promise<{ plan: PlanType; limit: number }> {
  const farm = await db
    .selectFrom('farms')
    .leftJoin('pricing_plans', 'pricing_plans.plan_type', 'farms.plan_type')
    .select(['farms.plan_type as plan', 'farms.plan_status as status', 'pricing_plans.animal_limit as animalLimit'])
    .where('farms.id', '=', farmId)
    .executeTakeFirstOrThrow();
  return planInForce(farm.plan, farm.status, farm.animalLimit);
}

/** Puts the farm on a plan. */
export async function putOnPlan(tx: Tx, farmId: FarmId, plan: PlanType, status: string): Promise<void> {
  await tx.updateTable('farms').set({ plan_type: plan, plan_status: status }).where('id', '=', farmId).execute();
}
