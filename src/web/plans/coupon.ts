import type { PricingPlan } from '#contract/plans.ts';
import type { BillingCycle } from '#domain/accounts/plans.ts';
import { applyDiscount, formatExactPrice, formatPrice, parseDollars } from '#domain/values/money.ts';

export interface Coupon {
  readonly code: string;
  readonly percent: number;
}

export interface PriceTag {
  readonly price: string;
  readonly before?: string;
  readonly per?: 'month' | 'year';
}

/** For display only: the server computes the amount that is charged. */
export function priceTag(plan: PricingPlan, cycle: BillingCycle, coupon: Coupon | null): PriceTag {
  const cents = parseDollars(cycle === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice);
  if (cents === undefined) return { price: 'Custom' };
  const per = cycle === 'monthly' ? 'month' : 'year';
  if (!coupon) return { price: formatPrice(cents), per };
  return { price: formatExactPrice(applyDiscount(cents, coupon.percent)), before: formatPrice(cents), per };
}
