import { sampleAnimalIds } from '#domain/sample-ids.ts';
import { effectivePlan, isUnlimited, type BillingCycle, type PaidPlanType, type PlanType } from '#domain/plans.ts';
import type { PricingPlanChange } from '#contract/admin.ts';
import type { PricingPlan } from '#contract/plans.ts';
import { dollarText, type Cents } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { definedFields } from '#domain/defined-fields.ts';

export interface FarmCap {
  readonly plan: PlanType;
  readonly limit: number;
  readonly active: number;
  readonly animals: number;
  readonly events: number;
}

/** True until the commit only within `inFarmTransaction`. */
export async function readFarmCap(db: Db | Tx, farmId: FarmId): Promise<FarmCap> {
  const [farm] = await findFarmPlan(db, { farmId });
  // The account was deleted after the guard had checked the session.
  if (!farm) throw new Problem('session.required');
  const { plan, status, animalLimit, ...sizes } = farm;
  const cap = { ...effectivePlan(plan, status, animalLimit), ...sizes };
  return isUnlimited(cap.limit) || cap.active === 0 ? cap : { ...cap, active: cap.active - (await countSample(db, farmId)) };
}

/** The sample's animals count against no cap. */
async function countSample(db: Db | Tx, farmId: FarmId): Promise<number> {
  const { size } = await db
    .selectFrom('animals')
    .select((eb) => eb.fn.countAll<number | string>().as('size'))
    .where('farm_id', '=', farmId)
    .where('id', 'in', sampleAnimalIds(farmId))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(size);
}

const findFarmPlan = (db: Db, { farmId }: { farmId: FarmId }) =>
  db
    .selectFrom('farms')
    .leftJoin('farm_sizes', 'farm_sizes.farm_id', 'farms.id')
    .leftJoin('pricing_plans', 'pricing_plans.plan_type', 'farms.plan_type')
    .select((eb) => [
      'farms.plan_type as plan',
      'farms.plan_status as status',
      'pricing_plans.animal_limit as animalLimit',
      eb.fn.coalesce('farm_sizes.active', eb.lit(0)).as('active'),
      eb.fn.coalesce('farm_sizes.animals', eb.lit(0)).as('animals'),
      eb.fn.coalesce('farm_sizes.events', eb.lit(0)).as('events'),
    ])
    .where('farms.id', '=', farmId)
    .execute();

const pricingPlans = (db: Db | Tx) =>
  db
    .selectFrom('pricing_plans')
    .select([
      'id',
      'plan_type as planType',
      'monthly_price_cents as monthlyCents',
      'yearly_price_cents as yearlyCents',
      'animal_limit as animalLimit',
      'is_active as isActive',
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
