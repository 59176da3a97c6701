export const planTypes = ['guest', 'basic', 'premium', 'enterprise'] as const;
export type PlanType = (typeof planTypes)[number];
export const paidPlanTypes = ['basic', 'premium', 'enterprise'] as const;
export type PaidPlanType = (typeof paidPlanTypes)[number];

export const roles = [...planTypes, 'admin'] as const;

export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** Inside the house an unlimited plan is this many animals; on the wire it is -1. */
export const unlimitedAnimals = 999_999;
export const guestAnimalLimit = 10;
export const trialDays = 30;

export const planLabels: Readonly<Record<PlanType, string>> = {
  guest: 'Guest',
  basic: 'Basic',
  premium: 'Premium',
  enterprise: 'Enterprise',
};

/** An `animalLimit` of a plan as a cap: -1 means without limit. */
export const capOf = (animalLimit: number): number => (animalLimit === -1 ? unlimitedAnimals : animalLimit);

/**
 * The plan that counts now and how many active animals it allows. Without a plan, or when the paid time has run out, it is Guest.
 * `animalLimit` is the one of the farm's paid plan, where it has one.
 */
export function planInForce(
  plan: PlanType | null,
  status: string | null,
  animalLimit: number | null,
): { plan: PlanType; limit: number } {
  if (plan === null || plan === 'guest' || status === 'expired' || animalLimit === null) {
    return { plan: 'guest', limit: guestAnimalLimit };
  }
  return { plan, limit: capOf(animalLimit) };
}

/** Usage of the cap in whole percent; a cap of none is full. */
export const usagePercent = (active: number, limit: number): number => (limit === 0 ? 100 : Math.round((active / limit) * 100));

export type UsageLevel = 'ok' | 'near' | 'full';

/** 'near' from 80 % of the cap on, 'full' at or above it. */
export function usageLevel(active: number, limit: number): UsageLevel {
  if (active >= limit) return 'full';
  return active / limit >= 0.8 ? 'near' : 'ok';
}

/** The sentence of the plan-limit alert and of the refusal past the cap. */
export const usageSentence = (active: number, limit: number, plan: PlanType): string =>
  `You have ${active} of ${limit} active animals on ${planLabels[plan]}`;
