import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { EarTag } from '#web/components/ear-tag.tsx';

interface AnimalLineProps {
  readonly animal: Animal;
  /** Facts about the animal, on the second line. */
  readonly children: ReactNode;
}

export const AnimalLine = ({ animal: { tagNumber, name }, children }: AnimalLineProps) => (
  <span className="min-w-0 flex-1 basis-40">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <EarTag>{tagNumber}</EarTag>
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
    <span dir="auto" className="block truncate text-sm text-muted-foreground">
      {children}
    </span>
  </span>
);
