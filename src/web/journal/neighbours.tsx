import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { neighboursOf } from '#web/herd/listed-animals.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

/** `3 of 62`, with links to the previous and next animal. Renders nothing if the person did not come from a list. */
export function Neighbours({ id }: { readonly id: string }) {
  const found = neighboursOf(id);
  if (!found || found.total < 2) return null;
  return (
    <nav aria-label="Animals of the list" className="flex items-center gap-1 text-sm text-muted-foreground">
      <Step label="Previous animal" to={found.before}>
        <ChevronLeft aria-hidden />
      </Step>
      <span>
        {count(found.position)} of {count(found.total)}
      </span>
      <Step label="Next animal" to={found.after}>
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  );
}

interface StepProps {
  readonly label: string;
  readonly to: string | undefined;
  readonly children: ReactNode;
}

/** Replaces the history entry, so that Back leads to the list. */
const Step = ({ label, to, children }: StepProps) =>
  to === undefined ? (
    <span aria-hidden className="size-11" />
  ) : (
    <Button asChild variant="ghost" size="icon">
      <Link to="/animals/$id" params={{ id: to }} replace aria-label={label}>
        {children}
      </Link>
    </Button>
  );
