import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazily } from '#web/components/lazily.ts';
import { PageHeader } from '#web/components/page-header.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { Listings } from './listings.tsx';
import { MarketFilterBar } from './market-filter-bar.tsx';
import { isWholeMarket, marketQuery } from './market-filter.ts';
import { listingsQuery } from './market.data.ts';
import { useMarketFilter } from './use-market-filter.ts';

const SaveSearch = lazily(async () => (await import('./save-search.tsx')).SaveSearch);
const NothingFound = lazily(async () => (await import('./nothing-found.tsx')).NothingFound);

export function ForSalePage() {
  const { filter, shown, change } = useMarketFilter();
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
