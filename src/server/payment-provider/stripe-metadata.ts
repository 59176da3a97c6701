import { z } from 'zod';
import { billingCycles, paidPlanTypes } from '#domain/accounts/plans.ts';
import type { Order, Terms } from './provider.ts';

const cents = z.coerce.number().int().nonnegative();
const orNone = z.string().transform((text) => (text === '' ? null : text));

const StoredTerms = z.object({
  plan: z.enum(paidPlanTypes),
  cycle: z.enum(billingCycles),
  list: cents,
  amount: cents,
  currency: z.string(),
  trial: cents,
  coupon: orNone,
  person: z.string(),
  starts: orNone,
  credit: cents,
  replaces: orNone,
});

export const metadataOf = (order: Order): Record<string, string> => ({
  checkout: order.id,
  farm: order.farmId,
  house: order.installation,
  plan: order.planType,
  cycle: order.billingCycle,
  list: String(order.listCents),
  amount: String(order.amountCents),
  currency: order.currency,
  trial: String(order.trialDays),
  coupon: order.couponId ?? '',
  person: order.userId,
  starts: order.startsAt ?? '',
  credit: String(order.creditCents),
  replaces: order.replaces ?? '',
});

export const aboutOf = (metadata: Readonly<Record<string, string>> | null | undefined) => ({
  checkoutId: metadata?.['checkout'],
  farmId: metadata?.['farm'],
  installation: metadata?.['house'],
  terms: termsOf(metadata),
});

function termsOf(metadata: unknown): Terms | undefined {
  const found = StoredTerms.safeParse(metadata);
  if (!found.success) return undefined;
  const { plan, cycle, list, amount, currency, trial, coupon, person, starts, credit, replaces } = found.data;
  return {
    planType: plan,
    billingCycle: cycle,
    listCents: list,
    amountCents: amount,
    currency,
    trialDays: trial,
    couponId: coupon,
    userId: person,
    startsAt: starts,
    creditCents: credit,
    replaces,
  };
}
