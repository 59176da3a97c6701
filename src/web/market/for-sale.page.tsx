import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazily, lazilyPreloaded, useAfterFirstPaint } from '#web/components/loading/lazily.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useDebouncedFilter } from '#web/lib/use-debounced-filter.ts';
import { textLink } from '#web/ui/text-link.ts';
import { Listings } from './listings.tsx';
import { isWholeMarket, marketQuery, type BarProps, maxSearch } from './market-filter.ts';
import { listingsQuery } from './market.data.ts';
import { truncateText } from '#domain/values/text-length.ts';
import { Boundary } from '#web/components/loading/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const SaveSearch = lazily(async () => (await import('./save-search.tsx')).SaveSearch);
const NothingFound = lazily(async () => (await import('./nothing-found.tsx')).NothingFound);

export function ForSalePage() {
  // In the address, so that a search can be shared.
  const shown = useSearch({ from: '/shell/for-sale' });
  const navigate = useNavigate({ from: '/for-sale' });
  const [filter, change] = useDebouncedFilter(shown, (typed) =>
    navigate({ search: (now) => ({ ...now, ...typed }), replace: true, state: true }),
  );
  return (
    <>
      <PageHeader
        title="For Sale Marketplace"
        subtitle="Browse livestock available for purchase from other farms"
        actions={
          <Link to="/favourites" className={textLink}>
            Favourites
          </Link>
        }
      />
      <MarketFilterBar filter={filter} onChange={change} />
      {!isWholeMarket(shown) && (
        <Suspense>
          <SaveSearch filter={shown} />
        </Suspense>
      )}
      <Listings
        query={listingsQuery(marketQuery(shown))}
        empty={
          <Suspense>
            <NothingFound filter={shown} onChange={change} />
          </Suspense>
        }
      />
    </>
  );
}

const MarketChoices = lazilyPreloaded(async () => (await import('./market-choices.tsx')).MarketChoices);

function MarketFilterBar({ filter, onChange }: BarProps) {
  const isAfterFirstPaint = useAfterFirstPaint();
  return (
    <search className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 max-sm:mb-3 sm:gap-y-3 sm:rounded-xl sm:border sm:bg-card sm:p-4 sm:shadow-card sm:grid-cols-[1fr_11rem] lg:grid-cols-[1fr_11rem_minmax(16rem,22rem)] lg:items-end xl:grid-cols-[1fr_8.75rem_9.5rem_9.5rem_auto] xl:gap-x-2.5 print:hidden">
      <SearchInput
        aria-label="Search animals for sale"
        placeholder="Search by name, breed, or farm..."
        value={filter.search}
        onChange={(search) => onChange({ search: truncateText(search, maxSearch) })}
      />
      <Boundary renderFailure={({ retry }) => <ChoicesMissing onRetry={() => void retry()} />}>
        <Suspense fallback={<ChoicesLoading />}>
          {isAfterFirstPaint ? <MarketChoices filter={filter} onChange={onChange} /> : <ChoicesLoading />}
        </Suspense>
      </Boundary>
    </search>
  );
}

function ChoicesLoading() {
  return (
    <>
      <Skeleton className="h-11 max-sm:hidden" />
      <Skeleton className="h-[3.3125rem] max-sm:hidden sm:col-span-2 lg:col-span-1" />
      <Skeleton className="h-11 sm:col-span-2 lg:col-span-3 xl:col-span-2" />
    </>
  );
}

const ChoicesMissing = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 sm:col-span-2">
    The choices of species and price could not be loaded.
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
