import type { PricingPlanChange } from '#contract/admin.ts';
import type { PricingPlan } from '#contract/plans.ts';
import { formatPrice, parseDollars, groupThousands } from '#domain/values/money.ts';
import { isUnlimited, planLabels } from '#domain/accounts/plans.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { changePricingPlan as writePricingPlan, lockPricingPlan } from '#server/plans/plans.queries.ts';
import { inAdminTransaction } from './admin-transaction.ts';

export function changePricingPlan(deps: Deps, admin: SignedIn, id: string, change: PricingPlanChange): Promise<PricingPlan> {
  return inAdminTransaction(deps, admin, async (tx, { record }) => {
    const before = await lockPricingPlan(tx, id);
    if (!before) throw new Problem('admin.plan_not_found');
    await writePricingPlan(tx, id, change);
    const after = await lockPricingPlan(tx, id);
    if (!after) throw new Problem('admin.plan_not_found');
    await record({ action: 'plan.changed', subject: planLabels[after.planType], detail: differences(change, before, after) });
    return after;
  });
}

const price = (text: string): string => {
  const cents = parseDollars(text);
  return cents === undefined ? 'on request' : formatPrice(cents);
};

const formatters: { readonly [Field in keyof Required<PricingPlanChange>]: (plan: PricingPlan) => string } = {
  monthlyPrice: ({ monthlyPrice }) => price(monthlyPrice),
  yearlyPrice: ({ yearlyPrice }) => price(yearlyPrice),
  animalLimit: ({ animalLimit }) => (isUnlimited(animalLimit) ? 'unlimited' : groupThousands(animalLimit)),
  isActive: ({ isActive }) => (isActive ? 'on offer' : 'not offered'),
};

const labels: { readonly [Field in keyof Required<PricingPlanChange>]: string } = {
  monthlyPrice: 'Monthly price: ',
  yearlyPrice: 'Yearly price: ',
  animalLimit: 'Animal limit: ',
  isActive: '',
};

function differences(change: PricingPlanChange, before: PricingPlan, after: PricingPlan): string {
  const fields = Object.keys(definedFields(change)) as (keyof PricingPlanChange)[];
  return fields.map((field) => `${labels[field]}${formatters[field](before)} → ${formatters[field](after)}`).join(', ');
}
