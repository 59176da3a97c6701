import type { Cents } from '#domain/values/units.ts';
import { sampleAnimalIds } from '#domain/sample/sample-ids.ts';
import { effectivePlan, type BillingCycle, type PaidPlanType, type PlanType } from '#domain/accounts/plans.ts';
import type { PricingPlanChange } from '#contract/admin.ts';
import type { PricingPlan } from '#contract/plans.ts';
import { dollarText } from '#domain/values/money.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields } from '#server/db/record-columns.ts';
import { farmsWithPlan } from '#server/db/stored-bytes.ts';
import { findLockedFarm, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { definedFields } from '#domain/values/defined-fields.ts';

export interface FarmPlan {
  readonly plan: PlanType;
  readonly limit: number;
}

export async function readFarmPlan(db: Db | Tx, farmId: FarmId): Promise<FarmPlan> {
  const farm = await farmsWithPlan(db).where('farms.id', '=', farmId).executeTakeFirst();
  // The account was deleted after the guard had checked the session.
  if (!farm) throw new Problem('session.required');
  return effectivePlan(farm.plan, farm.status, farm.animalLimit);
}

/** The animals that count towards the cap; the sample's do not. True until the commit only within `inFarmTransaction`, like the other counts. */
export const countActive = async (db: Db | Tx, farmId: FarmId): Promise<number> =>
  (await countActiveOf(db, [farmId])).get(farmId) ?? 0;

/** Farms without any are left out. */
export async function countActiveOf(db: Db | Tx, farmIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (farmIds.length === 0) return new Map();
  const animals = db.selectFrom('animals').where('farm_id', 'in', farmIds);
  const counted = await animals
    .where('is_reference', '=', false)
    .where('status', '=', 'active')
    .groupBy('farm_id')
    .select((eb) => ['farm_id', eb.fn.countAll<number>().as('size')])
    .execute();
  const active = new Map(counted.map(({ farm_id: farmId, size }) => [farmId, size]));
  if (active.size === 0) return active;
  // By id alone, or SQLite would look for the sample among all active animals.
  const sample = await animals
    .where('id', 'in', [...active.keys()].flatMap(sampleAnimalIds))
    .select(['farm_id', 'status', 'is_reference'])
    .execute();
  for (const { farm_id: farmId, status, is_reference: isReference } of sample)
    if (status === 'active' && !isReference) active.set(farmId, (active.get(farmId) ?? 0) - 1);
  return active;
}

/** All animals of a farm, and its events with its matings. */
export async function readCounts(db: Db, farmId: FarmId): Promise<{ readonly animals: number; readonly events: number }> {
  const locked = findLockedFarm(db, farmId);
  if (locked) return locked.counts;
  const counts = db.selectFrom('farms').select(['animal_count as animals', 'event_count as events']);
  return (await counts.where('id', '=', farmId).executeTakeFirst()) ?? { animals: 0, events: 0 };
}

const pricingPlans = (db: Db | Tx) =>
  db
    .selectFrom('pricing_plans')
    .select([
      ...asFields('id planType'),
      'monthly_price_cents as monthlyCents',
      'yearly_price_cents as yearlyCents',
      ...asFields('animalLimit isActive'),
    ]);

export const listPricingPlans = async (db: Db): Promise<PricingPlan[]> =>
  (await pricingPlans(db).orderBy('position').execute()).map(withPriceTexts);

export async function lockPricingPlan(tx: Tx, id: string): Promise<PricingPlan | undefined> {
  const plan = await pricingPlans(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return plan && withPriceTexts(plan);
}

export const changePricingPlan = (tx: Tx, id: string, change: PricingPlanChange): Promise<unknown> =>
  tx
    .updateTable('pricing_plans')
    .set(
      definedFields({
        monthly_price_cents: change.monthlyPrice,
        yearly_price_cents: change.yearlyPrice,
        animal_limit: change.animalLimit,
        is_active: change.isActive,
      }),
    )
    .where('id', '=', id)
    .execute();

const withPriceTexts = <T extends { monthlyCents: Cents | null; yearlyCents: Cents | null }>({
  monthlyCents,
  yearlyCents,
  ...plan
}: T) => ({ ...plan, monthlyPrice: priceText(monthlyCents), yearlyPrice: priceText(yearlyCents) });

const priceText = (cents: Cents | null): string => (cents === null ? 'unlimited' : dollarText(cents));

/** Resolves with undefined if the plan is inactive or has no fixed price. */
export async function findPriceOnSale(db: Db | Tx, planType: PaidPlanType, cycle: BillingCycle): Promise<Cents | undefined> {
  const plan = await db
    .selectFrom('pricing_plans')
    .select(cycle === 'monthly' ? 'monthly_price_cents as cents' : 'yearly_price_cents as cents')
    .where('plan_type', '=', planType)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return plan?.cents ?? undefined;
}
