import type { PricingPlanChange } from '#contract/admin.ts';
import type { PricingPlan } from '#contract/plans.ts';
import { planLabels } from '#domain/plans.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/http/problem.ts';
import { sentFields } from '#server/http/sent-fields.ts';
import { changePricingPlan as writePricingPlan, lockPricingPlan } from '#server/plans/plans.queries.ts';
import { inAdminTransaction } from './audit.ts';

/** Only the fields sent change; those who are on the plan have its new cap at once. */
export function changePricingPlan(deps: Deps, admin: SignedIn, id: string, change: PricingPlanChange): Promise<PricingPlan> {
  return inAdminTransaction(deps, admin, async (tx, { note }) => {
    const before = await lockPricingPlan(tx, id);
    if (!before) throw new Problem('admin.plan_not_found');
    await writePricingPlan(tx, id, change);
    const after = await lockPricingPlan(tx, id);
    if (!after) throw new Problem('admin.plan_not_found');
    await note({ action: 'plan.changed', subject: planLabels[after.planType], detail: differences(change, before, after) });
    return after;
  });
}

function differences(change: PricingPlanChange, before: PricingPlan, after: PricingPlan): string {
  const fields = Object.keys(sentFields(change)) as (keyof PricingPlanChange)[];
  return fields.map((field) => `${field}: ${before[field]} → ${after[field]}`).join(', ');
}
