import { planInForce, type BillingCycle, type PaidPlanType, type PlanType } from '#domain/plans.ts';
import type { Cents } from '#domain/money.ts';
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

/** In display order. */
export const listPlans = (db: Db) =>
  db
    .selectFrom('pricing_plans')
    .select([
      'id',
      'plan_type as planType',
      'monthly_price_cents as monthlyCents',
      'yearly_price_cents as yearlyCents',
      'animal_limit as animalLimit',
      'is_active as isActive',
    ])
    .orderBy('position')
    .execute();

/** What the plan costs; `undefined` when it cannot be bought: switched off, or without a fixed price. */
export async function findPriceOnSale(db: Db | Tx, planType: PaidPlanType, cycle: BillingCycle): Promise<Cents | undefined> {
  const plan = await db
    .selectFrom('pricing_plans')
    .select(cycle === 'monthly' ? 'monthly_price_cents as cents' : 'yearly_price_cents as cents')
    .where('plan_type', '=', planType)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return plan?.cents ?? undefined;
}

/** The plan as it was chosen, whether or not it still counts. */
export const readChosenPlan = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('farms')
    .select(['plan_type as plan', 'plan_status as status'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();

export async function putOnPlan(tx: Tx, farmId: FarmId, plan: PlanType, status: string): Promise<void> {
  await tx.updateTable('farms').set({ plan_type: plan, plan_status: status }).where('id', '=', farmId).execute();
}
