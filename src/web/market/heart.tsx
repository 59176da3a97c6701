import { Heart as Icon } from 'lucide-react';
import type { Listing } from '#contract/market.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { useFavourites } from './favourites.ts';

/** Placed over a listing's photo. */
export function Heart({ listing }: { listing: Listing }) {
  const { ids, failed, toggle } = useFavourites();
  const isMarked = ids?.includes(listing.id) ?? false;
  return (
    <Button
      variant="outline"
      size="icon"
      aria-pressed={isMarked}
      aria-label={`Favourite: ${fullName(listing)}`}
      disabled={!ids && !failed}
      onClick={() => toggle(listing.id)}
      className="absolute top-2 end-2 z-1"
    >
      <Icon aria-hidden className={cn(isMarked && 'fill-primary text-primary')} />
    </Button>
  );
}
