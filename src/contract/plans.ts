import { z } from 'zod';
import { billingCycles, paidPlanTypes, planTypes } from '#domain/accounts/plans.ts';
import { text } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { route } from './route.ts';

export const PricingPlan = z.object({
  id: z.string(),
  planType: z.enum(paidPlanTypes),
  /** An amount as numeric text, or 'unlimited', which is shown as Custom. */
  monthlyPrice: z.string(),
  yearlyPrice: z.string(),
  /** The number of active animals that the plan allows; -1 means unlimited. */
  animalLimit: z.int(),
  isActive: z.boolean(),
});
export type PricingPlan = z.infer<typeof PricingPlan>;

/** Normalized for comparison: upper case and Unicode compatibility forms. */
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
    summary: 'List the paid plans in display order',
    reply: z.array(PricingPlan),
  }),
  validateCoupon: route({
    method: 'POST',
    path: '/validate-coupon',
    access: 'user',
    summary: 'Check a coupon and read its discount',
    body: z.object({ code: CouponCode }),
    reply: z.object({ discountPercent: z.int(), message: z.string() }),
    errors: ['coupon.invalid'],
  }),
  selectPlan: route({
    method: 'POST',
    path: '/select-plan',
    access: 'farm',
    needs: 'own',
    summary: 'Choose the Guest plan, or a paid plan with a 100% coupon',
    body: PlanSelection,
    reply: CurrentUser,
    errors: ['plan.payment_required', 'plan.unavailable', 'coupon.invalid'],
  }),
} as const;
