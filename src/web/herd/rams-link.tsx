import { Link } from '@tanstack/react-router';
import { ramsTitle, useOnlySpecies } from './use-only-species.ts';

/** A link to the page of the males that are with females. */
export const RamsLink = () => (
  <Link to="/breeding/rams" className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    {ramsTitle(useOnlySpecies())}
  </Link>
);

export const PlannerLink = () => (
  <Link to="/breeding/planner" className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    Mating planner
  </Link>
);

export const PerformanceLink = () => (
  <Link to="/performance" className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    Performance
  </Link>
);

export const PapersLink = ({ of }: { readonly of?: string }) => (
  <Link
    to="/papers"
    search={of === undefined ? {} : { of }}
    className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden"
  >
    {of === undefined ? 'Papers' : 'Pedigree certificate, passport, stall card'}
  </Link>
);

export const SalePapersLink = () => (
  <Link to="/receipts" className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    Receipts and movement papers
  </Link>
);
