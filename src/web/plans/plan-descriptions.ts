import { type PlanType, capOf, guestAnimalLimit, trialDays, unlimitedAnimals } from '#domain/accounts/plans.ts';
import { count } from '#web/lib/text/format.ts';

interface PlanDescription {
  readonly subtitle: string;
  readonly features: (animals: string, hasTrial: boolean) => readonly string[];
}

export const freeTrial = `${trialDays}-day free trial`;

export const planDescriptions: Readonly<Record<PlanType, PlanDescription>> = {
  guest: {
    subtitle: 'Perfect for small operations',
    features: (animals) => ['Free forever', animals, 'Basic health tracking', 'Basic breeding records'],
  },
  basic: {
    subtitle: 'Great for growing farms',
    // The trial is offered only once (rule 15).
    features: (animals, hasTrial) => [
      ...(hasTrial ? [freeTrial] : []),
      animals,
      'Advanced health monitoring',
      'Breeding management',
      'Sales tracking',
      'Basic reports',
    ],
  },
  premium: {
    subtitle: 'For larger operations',
    features: (animals) => [
      animals,
      'Priority support',
      'Advanced analytics',
      'Image uploads',
      'Export data',
      'All Basic features',
    ],
  },
  enterprise: {
    subtitle: 'For commercial farms',
    features: (animals) => [animals, 'Multi-user access', 'Custom integrations', 'Dedicated support', 'All Premium features'],
  },
};

export function animalsAllowed(animalLimit: number = guestAnimalLimit): string {
  const cap = capOf(animalLimit);
  return cap >= unlimitedAnimals ? 'Unlimited animals' : `Up to ${count(cap)} animals`;
}
