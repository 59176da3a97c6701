import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { EarTag } from '#web/components/ear-tag.tsx';

/** A link to the page of an animal. Its target area is larger than its text. */
export const AnimalLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/animals/$id" params={{ id }} className="relative max-w-full shrink-0 after:absolute after:-inset-3">
    {children}
  </Link>
);

interface TagLinkProps extends Omit<ComponentProps<typeof EarTag>, 'children'> {
  readonly animal: Pick<Animal, 'id' | 'tagNumber'>;
}

/** The animal's ear tag, which opens its page. */
export const TagLink = ({ animal: { id, tagNumber }, ...tag }: TagLinkProps) => (
  <AnimalLink id={id}>
    <EarTag {...tag}>{tagNumber}</EarTag>
  </AnimalLink>
);
