import { useQuery } from '@tanstack/react-query';
import type { Site } from '#contract/site.ts';
import type { PlanType } from '#domain/accounts/plans.ts';
import { siteQuery } from '#web/lib/server/site.ts';

const promised = {
  prioritySupport: 'Priority support',
  dedicatedSupport: 'Dedicated support',
  advancedAnalytics: 'Advanced analytics',
} as const;
type Promised = keyof typeof promised;

/** What the operators have written about features of the plans. */
export const promisesOf = (site: Site): readonly { readonly feature: string; readonly text: string }[] =>
  Object.entries(promised).flatMap(([name, feature]) => {
    const text = site[name as Promised];
    return text === null ? [] : { feature, text };
  });

const promisedBy: Readonly<Record<PlanType, readonly string[]>> = {
  guest: [],
  basic: [],
  premium: ['Priority support', 'Advanced analytics'],
  enterprise: ['Dedicated support', 'Priority support', 'Advanced analytics'],
};

/** The operators' promises for the farm's present plan. */
export function PlanPromises({ plan }: { readonly plan: PlanType }) {
  const { data: site } = useQuery(siteQuery);
  const promises = site ? promisesOf(site).filter(({ feature }) => promisedBy[plan].includes(feature)) : [];
  return (
    promises.length > 0 && (
      <ul className="flex flex-col gap-2.5">
        {promises.map(({ feature, text }) => (
          <li key={feature}>
            <span className="font-medium">{feature}</span>
            <span dir="auto" className="block text-sm wrap-anywhere text-muted-foreground">
              {text}
            </span>
          </li>
        ))}
      </ul>
    )
  );
}
