import { withCommas } from './money.ts';

export const planTypes = ['guest', 'basic', 'premium', 'enterprise'] as const;
export type PlanType = (typeof planTypes)[number];
export const paidPlanTypes = ['basic', 'premium', 'enterprise'] as const;
export type PaidPlanType = (typeof paidPlanTypes)[number];

export const roles = [...planTypes, 'admin'] as const;

export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** The cap of a plan without one; as the `animalLimit` of a plan it is written -1. Ask `isUnlimited`, which knows both. */
export const unlimitedAnimals = 999_999;
export const isUnlimited = (limit: number): boolean => limit === -1 || limit >= unlimitedAnimals;
export const guestAnimalLimit = 10;
export const trialDays = 30;

export const planLabels: Readonly<Record<PlanType, string>> = {
  guest: 'Guest',
  basic: 'Basic',
  premium: 'Premium',
  enterprise: 'Enterprise',
};

export const roleLabels: Readonly<Record<(typeof roles)[number], string>> = { ...planLabels, admin: 'Admin' };

/** An `animalLimit` of a plan as a cap: -1 means without limit. */
export const capOf = (animalLimit: number): number => (isUnlimited(animalLimit) ? unlimitedAnimals : animalLimit);

/** How many animals of any status a farm keeps under a cap: sold and dead ones, and parents that it does not keep, take room too. */
export const mostAnimals = (limit: number): number => (isUnlimited(limit) ? 200_000 : 20 * limit + 2000);

/** How many health and breeding records a farm keeps for each of its animals, on average. */
export const eventsPerAnimal = 200;

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
  if (isUnlimited(limit)) return 'ok';
  if (active >= limit) return 'full';
  return active / limit >= 0.8 ? 'near' : 'ok';
}

/** The sentence of the plan-limit alert and of the refusal past the cap. */
export const usageSentence = (active: number, limit: number, plan: PlanType): string =>
  `You have ${active} of ${limit} active animals on ${planLabels[plan]}`;

/** Why a farm cannot keep more animals than it has, whatever their status. */
export const tooManyAnimals = (animals: number, limit: number, plan: PlanType): string =>
  `Your farm keeps ${withCommas(animals)} animals, with sold and dead ones and outside parents, and ${
    isUnlimited(limit) ? 'a farm' : `the ${planLabels[plan]} plan`
  } keeps at most ${withCommas(mostAnimals(limit))}. Delete animals you no longer need${
    isUnlimited(limit) ? '' : ', or choose a larger plan'
  }, then try again.`;

/** Why a farm cannot keep more health and breeding records than it has. */
export const tooManyEvents = (events: number, animals: number): string =>
  `Your farm keeps ${withCommas(events)} health and breeding records, and for ${withCommas(animals)} ${
    animals === 1 ? 'animal' : 'animals'
  } at most ${withCommas(animals * eventsPerAnimal)}. Delete breeding records or animals you no longer need, then try again.`;
