import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Site } from '#contract/site.ts';
import type { PlanType } from '#domain/plans.ts';
import { siteQuery } from '#web/lib/site.ts';

const linkClassName = 'underline decoration-1 underline-offset-4';

const askThem = 'Ask the people who run this site what it covers.';

/** Explains a feature whose name alone does not: in the operator's own words, or by naming what the product offers. */
const notes: Readonly<Record<string, (site: Site | undefined) => ReactNode>> = {
  'Priority support': (site) => site && (site.prioritySupport ?? askThem),
  'Dedicated support': (site) => site && (site.dedicatedSupport ?? askThem),
  'Advanced analytics': (site) =>
    site?.advancedAnalytics ?? (
      <>
        Charts of the herd and of its matings in{' '}
        <Link to="/reports" className={linkClassName}>
          Reports
        </Link>
      </>
    ),
  'Image uploads': () => 'On every plan',
  'Export data': () => 'On every plan: your records are yours',
  'Multi-user access': () => 'Managers and workers. You can invite a vet or viewer on any plan',
  'Custom integrations': () => 'API keys and webhooks',
};

export function FeatureNote({ feature }: { readonly feature: string }) {
  const { data: site } = useQuery(siteQuery);
  const note = notes[feature]?.(site);
  return note ? <span className="block text-sm wrap-anywhere text-muted-foreground">{note}</span> : null;
}

const promised: Readonly<Record<PlanType, readonly string[]>> = {
  guest: [],
  basic: [],
  premium: ['Priority support', 'Advanced analytics'],
  enterprise: ['Dedicated support', 'Priority support', 'Advanced analytics'],
};

/** Notes for the farm's present plan. */
export const PlanPromises = ({ plan }: { readonly plan: PlanType }) =>
  promised[plan].length > 0 && (
    <ul className="flex flex-col gap-2.5">
      {promised[plan].map((feature) => (
        <li key={feature}>
          <span className="font-medium">{feature}</span>
          <FeatureNote feature={feature} />
        </li>
      ))}
    </ul>
  );
