import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Rss } from 'lucide-react';
import type { FarmPage as PublicFarm } from '#contract/market.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { SpeciesIcon } from '#web/herd/animal/species-icon.tsx';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { read } from '#web/lib/server/query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cn } from '#web/ui/cn.ts';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { BackToMarket } from './back-to-market.tsx';
import { GoatInstead } from './goat-instead.tsx';
import { Gone, isGone } from './gone.tsx';
import { unknownFarm } from './listing-card.tsx';
import { Listings } from './listings.tsx';
import { listingsQuery } from './market.data.ts';

export function FarmPage() {
  const { slug } = useParams({ from: '/shell/farms/$slug' });
  const farm = useQuery(read('readFarmPage', { params: { slug } }));
  return (
    <>
      <BackToMarket />
      {farm.isPending && <Skeleton className="h-40" />}
      {farm.isError && isGone(farm.error) && (
        <Gone header="No farm here" title="There is no farm at this address.">
          It may have changed its address or removed its page.
        </Gone>
      )}
      {farm.isError && !isGone(farm.error) && <QueryFailed what="This farm" query={farm} />}
      {farm.data && <Published farm={farm.data} />}
    </>
  );
}

function Published({ farm: { slug, name, placeName, story, breeds } }: { farm: PublicFarm }) {
  usePageTitle(name ?? unknownFarm);
  return (
    <>
      <PageHeader title={name ?? unknownFarm} {...(placeName !== null && { subtitle: placeName })} />
      {story !== null && <p className="mb-5 max-w-prose break-words whitespace-pre-line">{story}</p>}
      {breeds.length > 0 && (
        <ul aria-label="Breeds" className="mb-5 flex flex-wrap gap-1.5">
          {breeds.map(({ species, breed }) => (
            <li key={`${species} ${breed}`} className="max-w-full">
              <Badge variant="outline" className="max-w-full">
                <SpeciesIcon species={species} />
                <span className="sr-only">{speciesLabels[species]}</span>
                <span dir="auto" className="truncate">
                  {breed}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <h2 className="title mb-3 text-xl">Animals for sale</h2>
      <Listings
        query={listingsQuery({ farm: slug })}
        goat={<GoatInstead />}
        empty={
          <EmptyState drawing={<PriceTag />} title="Nothing for sale at the moment">
            Follow the feed to hear when there is.
          </EmptyState>
        }
      />
      <a href={`/farms/${slug}/feed.xml`} className={cn('mt-6 print:hidden', textLink)}>
        <Rss aria-hidden className="size-4" />
        Follow in a feed reader
      </a>
    </>
  );
}
