import { z } from 'zod';
import { billingCycles, paidPlanTypes, planTypes } from '#domain/plans.ts';
import { text } from './common.ts';
import { CurrentUser } from './accounts.ts';
import { route } from './route.ts';

export const PricingPlan = z.object({
  id: z.string(),
  planType: z.enum(paidPlanTypes),
  /** Dollars as a numeric text, or 'unlimited' (shown as Custom). */
  monthlyPrice: z.string(),
  yearlyPrice: z.string(),
  /** Active animals the plan allows; -1 without limit. */
  animalLimit: z.int(),
  isActive: z.boolean(),
});
export type PricingPlan = z.infer<typeof PricingPlan>;

/** As it is compared: upper case, and letters that a person reads as the same are the same. */
export const CouponCode = text(64).transform((code) => code.normalize('NFKC').toUpperCase().trim());

export const PlanSelection = z.object({
  planType: z.enum(planTypes),
  billingCycle: z.enum(billingCycles),
  couponCode: CouponCode.optional(),
});
export type PlanSelection = z.infer<typeof PlanSelection>;

export const planRoutes = {
  listPricingPlans: route({
    method: 'GET',
    path: '/pricing-plans',
    access: 'user',
    summary: 'The paid plans in display order',
    reply: z.array(PricingPlan),
  }),
  validateCoupon: route({
    method: 'POST',
    path: '/validate-coupon',
    access: 'user',
    summary: 'Is this coupon good, and for how many percent',
    body: z.object({ code: CouponCode }),
    reply: z.object({ discountPercent: z.int(), message: z.string() }),
    errors: ['coupon.invalid'],
  }),
  selectPlan: route({
    method: 'POST',
    path: '/select-plan',
    access: 'farm',
    summary: 'Choose the Guest plan, or a paid plan with a 100% coupon',
    body: PlanSelection,
    reply: CurrentUser,
    errors: ['plan.payment_required', 'plan.unavailable', 'coupon.invalid'],
  }),
} as const;
