import { z } from 'zod';
import { billingCycles, paidPlanTypes } from '#domain/accounts/plans.ts';
import type { Order, Terms } from './provider.ts';

const cents = z.coerce.number().int().nonnegative();
const orNone = z.string().transform((text) => (text === '' ? null : text));

/** The name under which the provider keeps each of the terms. */
const keptAs = {
  planType: 'plan',
  billingCycle: 'cycle',
  listCents: 'list',
  amountCents: 'amount',
  currency: 'currency',
  trialDays: 'trial',
  couponId: 'coupon',
  userId: 'person',
  startsAt: 'starts',
  creditCents: 'credit',
  replaces: 'replaces',
} as const satisfies Readonly<Record<keyof Terms, string>>;
const termNames = Object.keys(keptAs) as (keyof Terms)[];

const KeptTerms: z.ZodType<Terms> = z.object({
  planType: z.enum(paidPlanTypes),
  billingCycle: z.enum(billingCycles),
  listCents: cents,
  amountCents: cents,
  currency: z.string(),
  trialDays: cents,
  couponId: orNone,
  userId: z.string(),
  startsAt: orNone,
  creditCents: cents,
  replaces: orNone,
});

export const metadataOf = (order: Order): Record<string, string> => ({
  checkout: order.id,
  farm: order.farmId,
  house: order.installation,
  ...Object.fromEntries(termNames.map((name) => [keptAs[name], String(order[name] ?? '')])),
});

export const aboutOf = (metadata: Readonly<Record<string, string>> | null | undefined) => ({
  checkoutId: metadata?.['checkout'],
  farmId: metadata?.['farm'],
  installation: metadata?.['house'],
  terms: termsOf(metadata),
});

const termsOf = (metadata: Readonly<Record<string, string>> | null | undefined): Terms | undefined =>
  KeptTerms.safeParse(Object.fromEntries(termNames.map((name) => [name, metadata?.[keptAs[name]]]))).data;
