import { z } from 'zod';
import { billingCycles, paidPlanTypes } from '#domain/plans.ts';
import { CalendarDate, Id } from './common.ts';
import { PlanSelection } from './plans.ts';
import { route } from './route.ts';

/** A checkout may carry a client-made id, so that a retry leads to the same one. */
const NewCheckout = PlanSelection.extend({ planType: z.enum(paidPlanTypes), id: Id.optional() });

export const Checkout = z.object({
  id: z.string(),
  /** 'granted': the plan is there. 'held': what was paid is not what was agreed, nothing was granted. 'closed': it ran out unpaid. */
  state: z.enum(['open', 'granted', 'held', 'closed']),
  planType: z.enum(paidPlanTypes),
  billingCycle: z.enum(billingCycles),
  /** Dollars before the coupon, and as they are paid each month or year. */
  listAmount: z.number(),
  amount: z.number(),
  /** What is to be paid now: nothing where a trial or another plan's paid time comes first, less where the rest of one is taken off. */
  dueNow: z.number(),
  /** What is taken off the first payment for the unused rest of the plan before. */
  credit: z.number(),
  /** When the plan begins, where the one before it is used up first. */
  startsOn: CalendarDate.nullable(),
  /** The paid plan that it takes the place of. */
  replaces: z.enum(paidPlanTypes).nullable(),
  couponCode: z.string().nullable(),
  /** Days of trial before the first payment. */
  trialDays: z.int(),
  /** No money moves: it is paid on this product's own test page. */
  isTest: z.boolean(),
});
export type Checkout = z.infer<typeof Checkout>;

/** What the farm pays for; everything is null or false without a plan. */
export const Subscription = z.object({
  planType: z.enum(['guest', ...paidPlanTypes]).nullable(),
  /** 'active', 'trial', 'past_due', 'paused', 'expired', … */
  status: z.string().nullable(),
  billingCycle: z.enum(billingCycles).nullable(),
  /** Dollars each month or year. */
  amount: z.number().nullable(),
  /** When the next payment is due. */
  renewsOn: CalendarDate.nullable(),
  /** When the plan ends, or ended, where nothing more will be paid. */
  endsOn: CalendarDate.nullable(),
  trialEndsOn: CalendarDate.nullable(),
  /** Dollars of the last payment that are for the time to come: a larger plan costs so much less at first. */
  unusedAmount: z.number(),
  /** When a smaller plan would begin, or this one in another cycle; null: at once. */
  keepsUntil: CalendarDate.nullable(),
  /** The plan that follows this one. */
  next: z
    .object({ planType: z.enum(paidPlanTypes), billingCycle: z.enum(billingCycles), amount: z.number(), startsOn: CalendarDate })
    .nullable(),
  /** Basic would begin with its free trial. */
  hasTrial: z.boolean(),
  /** Paid plans can be bought here; false where payments are not set up. */
  isSelling: z.boolean(),
  canCancel: z.boolean(),
  canResume: z.boolean(),
  hasPortal: z.boolean(),
  isTest: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

const CheckoutParams = z.object({ id: Id });

export const paymentRoutes = {
  createCheckoutSession: route({
    method: 'POST',
    path: '/create-checkout-session',
    access: 'farm',
    summary: 'Begin paying for a plan',
    body: NewCheckout,
    reply: z.object({ url: z.string(), message: z.string().optional() }),
    errors: ['plan.unavailable', 'coupon.invalid', 'payments.unavailable', 'payments.failed', 'create.conflict'],
  }),
  readCheckout: route({
    method: 'GET',
    path: '/checkouts/:id',
    access: 'farm',
    summary: 'What became of a checkout',
    params: CheckoutParams,
    reply: Checkout,
    errors: ['payments.not_found'],
  }),
  payTestCheckout: route({
    method: 'POST',
    path: '/test-checkout/:id',
    access: 'farm',
    summary: 'Pay on the test page, where no money moves',
    params: CheckoutParams,
    body: z.object({ outcome: z.enum(['paid', 'declined']) }),
    reply: Checkout,
    errors: ['payments.not_found'],
  }),
  readSubscription: route({
    method: 'GET',
    path: '/subscription',
    access: 'farm',
    summary: 'The plan of the farm, what it costs and until when it is paid',
    reply: Subscription,
  }),
  cancelSubscription: route({
    method: 'POST',
    path: '/subscription/cancel',
    access: 'farm',
    summary: 'Let the subscription end with the period that is paid',
    reply: Subscription,
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
  resumeSubscription: route({
    method: 'POST',
    path: '/subscription/resume',
    access: 'farm',
    summary: 'Take a cancellation back before the period ends',
    reply: Subscription,
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
  openBillingPortal: route({
    method: 'POST',
    path: '/subscription/portal',
    access: 'farm',
    summary: 'The address where cards and invoices are looked after',
    reply: z.object({ url: z.string() }),
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
} as const;
