import { z } from 'zod';
import { billingCycles, paidPlanTypes } from '#domain/accounts/plans.ts';
import { CalendarDate, Id, NewId } from '#domain/records/values.ts';
import { PlanSelection } from './plans.ts';
import { route } from './route.ts';

/** With an `id` made by the client, sending the request again leads to the same checkout. */
const NewCheckout = PlanSelection.extend({ planType: z.enum(paidPlanTypes), id: NewId.optional() });

export const Checkout = z.object({
  id: z.string(),
  /**
   * 'granted': the plan is active. 'held': the payment differs from what was agreed, so nothing was granted. 'closed': it expired
   * unpaid.
   */
  state: z.enum(['open', 'granted', 'held', 'closed']),
  planType: z.enum(paidPlanTypes),
  billingCycle: z.enum(billingCycles),
  /** The price per month or year in the currency of the installation, before the coupon. */
  listAmount: z.number(),
  /** The price per month or year after the coupon. */
  amount: z.number(),
  /** The first payment: 0 if a trial or the paid time of another plan comes first, reduced by `credit`. */
  dueNow: z.number(),
  /** The deduction for the unused rest of the previous plan. */
  credit: z.number(),
  /** The day on which the plan begins if the previous one runs until then; null if it begins at once. */
  startsOn: CalendarDate.nullable(),
  replaces: z.enum(paidPlanTypes).nullable(),
  couponCode: z.string().nullable(),
  trialDays: z.int(),
  /** True for a test checkout, in which no money moves. */
  isTest: z.boolean(),
});
export type Checkout = z.infer<typeof Checkout>;

/** The subscription of the farm; its fields are null or false without one. */
export const Subscription = z.object({
  planType: z.enum(['guest', ...paidPlanTypes]).nullable(),
  /** 'active', 'trial', 'past_due', 'paused' or 'expired'. */
  status: z.string().nullable(),
  billingCycle: z.enum(billingCycles).nullable(),
  /** The price per month or year in the currency of the installation. */
  amount: z.number().nullable(),
  renewsOn: CalendarDate.nullable(),
  /** The last day of a plan that is not renewed. */
  endsOn: CalendarDate.nullable(),
  trialEndsOn: CalendarDate.nullable(),
  /** The unused rest of the last payment, which is deducted from the first payment for a larger plan. */
  unusedAmount: z.number(),
  /** The day on which a smaller plan, or this one with another billing cycle, would begin; null if at once. */
  keepsUntil: CalendarDate.nullable(),
  next: z
    .object({ planType: z.enum(paidPlanTypes), billingCycle: z.enum(billingCycles), amount: z.number(), startsOn: CalendarDate })
    .nullable(),
  /** True if Basic would begin with a free trial. */
  hasTrial: z.boolean(),
  /** False if payments are not configured, so that no paid plan can be bought. */
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
    needs: 'own',
    summary: 'Start the checkout of a plan; the answer contains the URL of the payment page',
    body: NewCheckout,
    reply: z.object({ url: z.string(), message: z.string().optional() }),
    errors: ['plan.unavailable', 'coupon.invalid', 'payments.unavailable', 'payments.failed', 'create.conflict'],
  }),
  readCheckout: route({
    method: 'GET',
    path: '/checkouts/:id',
    access: 'farm',
    needs: 'own',
    summary: 'Read the state of a checkout',
    params: CheckoutParams,
    reply: Checkout,
    errors: ['payments.not_found'],
  }),
  payTestCheckout: route({
    method: 'POST',
    path: '/test-checkout/:id',
    access: 'farm',
    needs: 'own',
    summary: 'Complete a test checkout, in which no money moves',
    params: CheckoutParams,
    body: z.object({ outcome: z.enum(['paid', 'declined']) }),
    reply: Checkout,
    errors: ['payments.not_found'],
  }),
  readSubscription: route({
    method: 'GET',
    path: '/subscription',
    access: 'farm',
    needs: 'own',
    summary: 'Read the plan of the farm, its price and the time it is paid for',
    reply: Subscription,
  }),
  cancelSubscription: route({
    method: 'POST',
    path: '/subscription/cancel',
    access: 'farm',
    needs: 'own',
    summary: 'Cancel the subscription at the end of the paid period',
    reply: Subscription,
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
  resumeSubscription: route({
    method: 'POST',
    path: '/subscription/resume',
    access: 'farm',
    needs: 'own',
    summary: 'Resume a cancelled subscription before its period ends',
    reply: Subscription,
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
  openBillingPortal: route({
    method: 'POST',
    path: '/subscription/portal',
    access: 'farm',
    needs: 'own',
    summary: 'Create a URL of the billing portal, where payment methods and invoices are managed',
    reply: z.object({ url: z.string() }),
    errors: ['payments.no_subscription', 'payments.failed'],
  }),
} as const;
