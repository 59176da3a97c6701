import { billingCycles, type BillingCycle } from '#domain/plans.ts';

/** What the address of the plan page holds. */
export interface PlanSearch {
  /** Back from a payment page, paid or perhaps paid. */
  readonly checkout?: string;
  /** Back from a payment page that was left. */
  readonly cancelled?: string;
  /** What was chosen stays chosen on the way to the payment page and back. */
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
