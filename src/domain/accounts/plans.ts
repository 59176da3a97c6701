import { plural } from '../values/plural.ts';
import { groupThousands } from '../values/money.ts';

export const planTypes = ['guest', 'basic', 'premium', 'enterprise'] as const;
export type PlanType = (typeof planTypes)[number];
export const paidPlanTypes = ['basic', 'premium', 'enterprise'] as const;
export type PaidPlanType = (typeof paidPlanTypes)[number];

/** The levels of the pricing, and an administrator's. The specified wire calls it `role`. */
export const tiers = [...planTypes, 'admin'] as const;

export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** An unlimited plan has this cap and -1 as its `animalLimit`. */
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

export const tierLabels: Readonly<Record<(typeof tiers)[number], string>> = { ...planLabels, admin: 'Admin' };

export const capOf = (animalLimit: number): number => (isUnlimited(animalLimit) ? unlimitedAnimals : animalLimit);

/** Animals of any status, including sold and dead animals and outside parents. */
export const maxAnimalRecords = (limit: number): number => (isUnlimited(limit) ? 200_000 : 20 * limit + 2000);

export const eventsPerAnimal = 200;

/** Of the rows in all tables: what is recorded, its history and its receipts. Pictures are limited by themselves. */
export const maxStoredBytes = (limit: number): number => maxAnimalRecords(limit) * 100_000;

/** Guest without a plan or after the paid time has run out. `animalLimit` is that of the paid plan, or null without one. */
export function effectivePlan(
  plan: PlanType | null,
  status: string | null,
  animalLimit: number | null,
): { plan: PlanType; limit: number } {
  if (plan === null || plan === 'guest' || status === 'expired' || animalLimit === null) {
    return { plan: 'guest', limit: guestAnimalLimit };
  }
  return { plan, limit: capOf(animalLimit) };
}

/** API keys and webhooks. */
export const hasIntegrations = (plan: PlanType): boolean => plan === 'enterprise';

/** Rounded, but 100 only where nothing more fits, so that it never contradicts the alert beside it. */
export function usagePercent(active: number, limit: number): number {
  if (limit === 0) return 100;
  const rounded = Math.round((active / limit) * 100);
  return active < limit ? Math.min(99, rounded) : rounded;
}

export type UsageLevel = 'ok' | 'near' | 'full';

export function usageLevel(active: number, limit: number): UsageLevel {
  if (isUnlimited(limit)) return 'ok';
  const percent = usagePercent(active, limit);
  if (percent >= 100) return 'full';
  return percent >= 80 ? 'near' : 'ok';
}

export const usageMessage = (active: number, limit: number, plan: PlanType): string =>
  `You have ${active} of ${limit} active animals on ${planLabels[plan]}`;

export const howToMakeRoom = 'Mark another animal as sold or died, or choose a larger plan, then try again.';

export const tooManyAnimalsMessage = (animals: number, limit: number, plan: PlanType): string =>
  `Your farm keeps ${groupThousands(animals)} animals, with sold and dead ones and outside parents, and ${
    isUnlimited(limit) ? 'a farm' : `the ${planLabels[plan]} plan`
  } keeps at most ${groupThousands(maxAnimalRecords(limit))}. Delete animals you no longer need${
    isUnlimited(limit) ? '' : ', or choose a larger plan'
  }, then try again.`;

export const tooManyEventsMessage = (events: number, animals: number): string =>
  `Your farm keeps ${groupThousands(events)} health and breeding records, and for ${plural(animals, 'animal')} at most ${groupThousands(animals * eventsPerAnimal)}. Delete breeding records or animals you no longer need, then try again.`;

export const tooManyBytesMessage = (limit: number, plan: PlanType): string =>
  `Your farm has filled the ${groupThousands(maxStoredBytes(limit) / 1_000_000)} MB that ${
    isUnlimited(limit) ? 'a farm' : `the ${planLabels[plan]} plan`
  } keeps of records and their history. You can still read, export and delete. To add more, ${
    isUnlimited(limit) ? 'ask the people who run this site' : 'choose a larger plan'
  }.`;
