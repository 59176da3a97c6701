import type { PricingPlan } from '#contract/plans.ts';
import type { BillingCycle } from '#domain/plans.ts';
import { applyDiscount, dollarText, formatPrice, parseDollars } from '#domain/money.ts';

/** A coupon the server found valid. */
export interface Coupon {
  readonly code: string;
  readonly percent: number;
}

export interface PriceTag {
  /** What is to be paid: '$50', '$25.00' after a coupon, 'Custom'. */
  readonly price: string;
  /** What it would be without the coupon. */
  readonly before?: string;
  readonly per?: 'month' | 'year';
}

/** The price on a card. For show only: the server computes what is paid. */
export function priceTag(plan: PricingPlan, cycle: BillingCycle, coupon: Coupon | null): PriceTag {
  const cents = parseDollars(cycle === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice);
  if (cents === undefined) return { price: 'Custom' };
  const per = cycle === 'monthly' ? 'month' : 'year';
  if (!coupon) return { price: formatPrice(cents), per };
  return { price: `$${dollarText(applyDiscount(cents, coupon.percent))}`, before: formatPrice(cents), per };
}
