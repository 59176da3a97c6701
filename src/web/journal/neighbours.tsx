import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { neighboursOf } from '#web/herd/list/listed-animals.ts';
import { count } from '#web/lib/text/format.ts';
import { useSwipe } from '#web/lib/device/use-swipe.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

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

/** On a phone a swipe leads where the arrows lead; the next animal is rendered at once, without motion. */
export function useSwipeToNeighbours(id: string) {
  const navigate = useNavigate();
  const found = neighboursOf(id);
  const go = (to: string | undefined) => {
    if (to !== undefined) void navigate({ to: '/animals/$id', params: { id: to }, replace: true });
  };
  return useSwipe((isOnwards) => go(isOnwards ? found?.after : found?.before));
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
    <LinkButton to="/animals/$id" params={{ id: to }} replace aria-label={label} variant="ghost" size="icon">
      {children}
    </LinkButton>
  );
