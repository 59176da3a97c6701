import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to the page of an animal. Its target area is larger than its text. */
export const AnimalLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/animals/$id" params={{ id }} className="relative max-w-full shrink-0 after:absolute after:-inset-3">
    {children}
  </Link>
);
