import { billingCycles, type BillingCycle } from '#domain/accounts/plans.ts';

export interface PlanSearch {
  /** Set by the payment page's return address, whether or not the payment has been confirmed. */
  readonly checkout?: string;
  /** Set when the payment page was left without paying. */
  readonly cancelled?: string;
  readonly cycle?: BillingCycle;
  readonly coupon?: string;
}

export function parsePlanSearch({ checkout, cancelled, cycle, coupon }: Record<string, unknown>): PlanSearch {
  const known = billingCycles.find((one) => one === cycle);
  const code = typeof coupon === 'string' || typeof coupon === 'number' ? String(coupon).slice(0, 64).trim() : '';
  return {
    ...(typeof checkout === 'string' && { checkout }),
    ...(typeof cancelled === 'string' && { cancelled }),
    ...(known && { cycle: known }),
    ...(code !== '' && { coupon: code }),
  };
}
