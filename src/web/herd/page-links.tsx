import { Link } from '@tanstack/react-router';

export const PapersLink = ({ of }: { readonly of: string }) => (
  <Link to="/papers" search={{ of }} className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    Pedigree certificate, passport, stall card
  </Link>
);
