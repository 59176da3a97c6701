import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** To the page of an animal. What can be pressed is larger than what is seen. */
export const AnimalLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/animals/$id" params={{ id }} className="relative max-w-full shrink-0 after:absolute after:-inset-2.5">
    {children}
  </Link>
);
