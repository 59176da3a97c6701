import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Listing } from '#contract/market.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { ListingLinks, unknownFarm } from './listing-card.tsx';

const EnquiryForm = lazily(async () => (await import('./enquiry-form.tsx')).EnquiryForm);

export function AskSeller({ listing }: { listing: Listing }) {
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
