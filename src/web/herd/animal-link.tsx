import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

interface AnimalLinkProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To the page of an animal. What is pressed is larger than what is seen. */
export const AnimalLink = ({ id, className, children }: AnimalLinkProps) => (
  <Link
    to="/animals/$id"
    params={{ id }}
    className={cn('relative inline-flex max-w-full min-w-0 after:absolute after:-inset-2.5', className)}
  >
    {children}
  </Link>
);
