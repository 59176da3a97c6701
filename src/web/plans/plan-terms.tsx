import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '#web/lib/site.ts';
import { promisesOf } from './plan-promises.tsx';

/** Once for all plans: what is free on each, how to leave, and what the operators promise. */
export function PlanTerms() {
  const { data: site } = useQuery(siteQuery);
  const pages = [
    { url: site?.termsUrl, label: 'Terms' },
    { url: site?.privacyUrl, label: 'Privacy' },
  ].flatMap(({ url, label }) => (url ? { url, label } : []));
  return (
    <div className="mt-6 flex max-w-3xl flex-col gap-2 text-muted-foreground">
      <p>
        Photos and export are part of every plan. Cancel any time; nothing is deleted. Prices are in US dollars.
        {pages.map(({ url, label }) => (
          <Fragment key={label}>
            {' '}
            <a href={url} target="_blank" rel="noreferrer" className="whitespace-nowrap underline underline-offset-4">
              {label}
            </a>
          </Fragment>
        ))}
      </p>
      {site &&
        promisesOf(site).map(({ feature, text }) => (
          <p dir="auto" key={feature} className="wrap-anywhere">
            <span className="font-semibold text-foreground">{feature}</span>: {text}
          </p>
        ))}
    </div>
  );
}
