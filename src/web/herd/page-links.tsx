import { Link } from '@tanstack/react-router';
import { ramsTitle, useOnlySpecies } from './use-only-species.ts';

const quietLink = 'inline-flex min-h-11 items-center underline underline-offset-4 print:hidden';

/** To the page of the males that are with females. */
export const RamsLink = () => (
  <Link to="/breeding/rams" className={quietLink}>
    {ramsTitle(useOnlySpecies())}
  </Link>
);

export const PlannerLink = () => (
  <Link to="/breeding/planner" className={quietLink}>
    Mating planner
  </Link>
);

export const PerformanceLink = () => (
  <Link to="/performance" className={quietLink}>
    Performance
  </Link>
);

export const PapersLink = ({ of }: { readonly of?: string }) => (
  <Link to="/papers" search={of === undefined ? {} : { of }} className={quietLink}>
    {of === undefined ? 'Papers' : 'Pedigree certificate, passport, stall card'}
  </Link>
);

export const SalePapersLink = () => (
  <Link to="/receipts" className={quietLink}>
    Receipts and movement papers
  </Link>
);
