import { useQuery } from '@tanstack/react-query';
import { useParams, Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Listing } from '#contract/market.ts';
import { listingTitle } from '#domain/listings.ts';
import { dollars } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { BackToMarket } from './back-to-market.tsx';
import { GoatInstead } from './goat-instead.tsx';
import { Gone, isGone } from './gone.tsx';
import { ListingBadges, listedText, ListingPhoto, unknownFarm, ListingLinks } from './listing-card.tsx';
import { listingQuery } from './market.data.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const Facts = lazily(async () => (await import('./facts.tsx')).Facts);
const Heart = lazily(async () => (await import('./heart.tsx')).Heart);
const YourListing = lazily(async () => (await import('./your-listing.tsx')).YourListing);
const Gallery = lazily(async () => (await import('./gallery.tsx')).Gallery);

export function ListingPage() {
  const { id } = useParams({ from: '/shell/for-sale/$id' });
  const listing = useQuery(listingQuery(id));
  return (
    <>
      <BackToMarket />
      {listing.isPending && <Skeleton className="aspect-[4/3] max-w-xl" />}
      {listing.isError && (isGone(listing.error) ? <NotForSale /> : <QueryFailed what="This animal" query={listing} />)}
      {listing.data && <Offer listing={listing.data} />}
    </>
  );
}

const NotForSale = () => (
  <Gone header="No longer for sale" title="This animal is no longer for sale.">
    It may have been sold, or its farm may have taken it off the market.
  </Gone>
);

function Offer({ listing }: { listing: Listing }) {
  usePageTitle(listingTitle(listing, today()));
  return (
    <article className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="relative min-w-0">
        <Photos listing={listing} />
        {!listing.isOwn && (
          <Suspense>
            <Heart listing={listing} />
          </Suspense>
        )}
      </div>
      <div>
        <PageHeader title={listing.name ?? listing.tagNumber} subtitle={<OfferedBy listing={listing} />} />
        <p className="mb-4 text-3xl font-bold">{dollars(listing.salePrice)}</p>
        <ListingBadges listing={listing} />
        {listing.saleDescription !== null && (
          <p className="mt-5 max-w-prose break-words whitespace-pre-line">{listing.saleDescription}</p>
        )}
        {listing.clipUrl != null && (
          <p className="mt-3">
            <a href={listing.clipUrl} target="_blank" rel="noopener noreferrer nofollow ugc" className={textLink}>
              <ExternalLink aria-hidden className="size-4" />
              Watch a clip on {new URL(listing.clipUrl).host}
            </a>
          </p>
        )}
        {listing.facts && (
          <Suspense>
            <Facts facts={listing.facts} withdrawals={listing.withdrawals} />
          </Suspense>
        )}
        {listing.isOwn ? (
          <Suspense>
            <YourListing id={listing.id} title={listingTitle(listing, today())} />
          </Suspense>
        ) : (
          <AskSeller listing={listing} />
        )}
      </div>
    </article>
  );
}

const OfferedBy = ({ listing: { farmName, placeName, listedOn } }: { listing: Listing }) => (
  <>
    <bdi>{farmName ?? unknownFarm}</bdi>
    {placeName !== null && (
      <>
        {' · '}
        <bdi>{placeName}</bdi>
      </>
    )}
    {` · ${listedText(listedOn)}`}
  </>
);

function Photos({ listing }: { listing: Listing }) {
  const cover = (
    <ListingPhoto
      listing={listing}
      full
      placeholder={listing.species === 'goat' && <GoatInstead />}
      className="aspect-[4/3] w-full rounded-xl border"
      placeholderClassName="h-40 w-full rounded-xl border [&>svg]:size-28"
    />
  );
  const { images = [] } = listing;
  if (images.length < 2) return cover;
  return (
    <Suspense fallback={cover}>
      <Gallery listing={listing} images={images} />
    </Suspense>
  );
}

const EnquiryForm = lazily(async () => (await import('./enquiry-form.tsx')).EnquiryForm);

function AskSeller({ listing }: { listing: Listing }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <Card className="mt-6 gap-1 p-4">
      <p className="font-semibold">Ask the seller</p>
      <ListingLinks listing={listing} />
      {listing.email === null && !listing.takesEnquiries && <NoAddress />}
      {listing.farmSlug && (
        <Link to="/farms/$slug" params={{ slug: listing.farmSlug }} className={textLink}>
          More about {listing.farmName ?? unknownFarm}
        </Link>
      )}
      {listing.takesEnquiries && !isWriting && (
        <Button className="mt-2 self-start print:hidden" onClick={() => setWriting(true)}>
          Write to the farm
        </Button>
      )}
      {isWriting && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <EnquiryForm listing={listing} />
        </Suspense>
      )}
    </Card>
  );
}

/** Whether an account would help is not known: the reply only says that this reader sees no address. */
function NoAddress() {
  const { data: user } = useCurrentUser();
  if (user) return <p className="text-muted-foreground">This farm shows no email address and takes no messages here.</p>;
  return (
    <p className="text-muted-foreground">
      No email address is shown here. Some farms show theirs to people who{' '}
      <Link to="/login" className="underline underline-offset-4">
        sign in
      </Link>
      .
    </p>
  );
}
