import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { Listing } from '#contract/market.ts';
import { lazily, useAfterFirstPaint } from '#web/components/loading/lazily.ts';
import type { ApiError } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ListingCard } from './listing-card.tsx';
import type { listingsQuery } from './market.data.ts';

const Heart = lazily(async () => (await import('./heart.tsx')).Heart);

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-4 print:grid-cols-3 print:gap-3';

interface ListingsProps {
  readonly query: ReturnType<typeof listingsQuery>;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  readonly goat?: ReactNode;
}

export function Listings({ query, empty, goat }: ListingsProps) {
  const listings = useInfiniteQuery(query);
  if (listings.isPending) return <ListingsLoading />;
  if (listings.isError && !listings.data) {
    // An address with a choice that does not exist: asking again would not help.
    if ((listings.error as Partial<ApiError>).status === 400) return empty;
    return <QueryFailed what="The marketplace" query={listings} />;
  }
  const found = listings.data.pages.flatMap(({ items }) => items);
  if (found.length === 0) return empty;
  return (
    <>
      <ListingCards listings={found} goat={goat} />
      {listings.hasNextPage && (
        <LoadMore
          busy={listings.isFetchingNextPage}
          failed={listings.isFetchNextPageError}
          onMore={() => void listings.fetchNextPage()}
        />
      )}
    </>
  );
}

interface CardsProps {
  readonly listings: readonly Listing[];
  readonly goat?: ReactNode;
}

export function ListingCards({ listings, goat }: CardsProps) {
  const isAfterFirstPaint = useAfterFirstPaint();
  return (
    <ul aria-label="Animals for sale" className={grid}>
      {listings.map((listing, index) => (
        <li key={listing.id} className="relative">
          <ListingCard listing={listing} index={index} goat={goat} />
          {isAfterFirstPaint && (
            <Suspense>
              <Heart listing={listing} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The button is for keyboards and for another attempt after a failure. */
function LoadMore({ busy, failed, onMore }: { busy: boolean; failed: boolean; onMore: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const isWaiting = !busy && !failed;
  useEffect(() => {
    if (!sentinel.current || !isWaiting) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '600px' });
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [isWaiting, onMore]);
  return (
    <div ref={sentinel} className="flex flex-col items-center gap-2 py-8 print:hidden">
      {failed && <p role="alert">More animals could not be loaded. Those above are kept.</p>}
      <Button variant="outline" busy={busy} onClick={onMore}>
        Show more animals
      </Button>
    </div>
  );
}

function ListingsLoading() {
  return (
    <div>
      <output className="sr-only">Loading animals...</output>
      <div aria-hidden className={grid}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-xl border bg-card shadow-card">
            <Skeleton shape="square" className="aspect-[4/3] w-full" />
            <div className="flex flex-col gap-3 p-4">
              <Skeleton className="h-6 w-36" />
              <Skeleton shape="pill" className="h-6 w-48" />
              <Skeleton className="h-12 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
