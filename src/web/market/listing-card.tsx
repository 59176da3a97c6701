import { Link } from '@tanstack/react-router';
import { ExternalLink, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/market.ts';
import { isPictureUrl } from '#domain/records/animals.ts';
import { smallerUrl } from '#domain/values/pictures.ts';
import { offeredWord } from '#domain/records/births.ts';
import { fullName, speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { ageText, distanceText } from '#web/herd/day-text.ts';
import { SpeciesIcon } from '#web/herd/animal/species-icon.tsx';
import { cn } from '#web/ui/cn.ts';
import { dateText, dollars } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { WoollySheep } from '#web/ui/drawings/woolly-sheep.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { distanceText as kmText } from './market-filter.ts';
import { mailLink } from './mail-link.ts';

export const unknownFarm = 'Unknown Farm';

/** Prerendered listings have no `content-visibility`, so that nothing moves during hydration. */
const prerenderedCards = 8;

interface CardProps {
  readonly listing: Listing;
  readonly index: number;
  /** Replaces the sheep for goats. */
  readonly goat?: ReactNode;
}

export function ListingCard({ listing, index, goat }: CardProps) {
  return (
    <article
      aria-label={fullName(listing)}
      className={cn(
        'relative flex h-full flex-col overflow-hidden rounded-xl border bg-card text-card-foreground shadow-card',
        index >= prerenderedCards &&
          '[contain-intrinsic-size:auto_28rem] [content-visibility:auto] print:[content-visibility:visible]',
      )}
    >
      <ListingPhoto
        listing={listing}
        isFirst={index === 0}
        placeholder={listing.species === 'goat' && goat}
        className="aspect-[4/3] w-full print:aspect-[2/1]"
        placeholderClassName="h-24 w-full [&>svg]:size-20"
      />
      <div className="flex flex-1 flex-col gap-3 p-4 print:gap-1.5 print:p-2.5">
        <div className="flex items-start justify-between gap-3">
          <h2 className="title min-w-0 text-lg leading-snug break-words">
            <Link to="/for-sale/$id" params={{ id: listing.id }} className="after:absolute after:inset-0 hover:underline">
              {listing.name ?? listing.tagNumber}
            </Link>
          </h2>
          <p className="text-xl leading-snug font-bold">{dollars(listing.salePrice)}</p>
        </div>
        <ListingBadges listing={listing} />
        <p dir="auto" className="text-sm text-muted-foreground wrap-anywhere">
          {offerText(listing)}
        </p>
        {listing.saleDescription !== null && (
          <p dir="auto" className="line-clamp-3 break-words whitespace-pre-line text-muted-foreground">
            {listing.saleDescription}
          </p>
        )}
        <footer className="mt-auto border-t pt-3">
          <p className="font-semibold break-words">
            {listing.farmName ?? unknownFarm}
            {listing.distanceKm != null && ` · ${kmText(listing.distanceKm)}`}
          </p>
          <ListingLinks listing={listing} />
        </footer>
      </div>
    </article>
  );
}

/** `8 months · near Olathe, Kansas · listed 3 days ago`, as far as the farm shares it. */
const offerText = ({ birthDate, placeName, listedOn }: Listing): string =>
  [birthDate === null ? null : ageText(birthDate, today()), placeName, listedText(listedOn)].filter(Boolean).join(' · ');

/** In UTC the day may already be tomorrow. */
export const listedText = (day: string): string => `listed ${day > today() ? 'today' : distanceText(day, today())}`;

export const ListingBadges = ({ listing }: { listing: Listing }) => (
  <div className="flex flex-wrap items-center gap-1.5">
    <EarTag>{listing.tagNumber}</EarTag>
    <Badge>
      <SpeciesIcon species={listing.species} />
      {speciesLabels[listing.species]}
    </Badge>
    <Badge>{offeredWord(listing, today())}</Badge>
    {listing.breed !== null && (
      <Badge variant="outline" className="max-w-full">
        <span dir="auto" className="truncate">
          {listing.breed}
        </span>
      </Badge>
    )}
    {listing.withdrawals.map((withdrawal) => (
      <Badge key={withdrawal.product} variant="straw" wraps>
        {withheldText(withdrawal)}
      </Badge>
    ))}
  </div>
);

function withheldText({ product, clearOn, isNotRecorded }: Listing['withdrawals'][number]): string {
  if (isNotRecorded) return 'Withdrawal not recorded';
  const what = product === 'meat' ? 'Not for slaughter' : `No ${product}`;
  return `${what} ${clearOn === null ? 'until its treatment ends' : `before ${dateText(clearOn, today())}`}`;
}

const link = cn('relative max-w-full [&_svg]:size-4 [&_svg]:shrink-0', textLink);

export function ListingLinks({ listing }: { listing: Listing }) {
  return (
    <div className="flex flex-wrap gap-x-5">
      {listing.email !== null && (
        <a href={mailLink(listing.email, fullName(listing))} className={link}>
          <Mail aria-hidden />
          <span dir="auto" className="truncate print:whitespace-normal print:wrap-anywhere">
            {listing.email}
          </span>
        </a>
      )}
      {listing.pedigreeUrl !== null && (
        <a href={listing.pedigreeUrl} target="_blank" rel="noopener noreferrer nofollow ugc" className={link}>
          <ExternalLink aria-hidden />
          View Pedigree
        </a>
      )}
    </div>
  );
}

interface PhotoProps {
  /** Replaces the sheep. */
  readonly placeholder?: ReactNode;
  readonly listing: Listing;
  readonly className?: string;
  /** Its size, where it does not take that of a photo. */
  readonly placeholderClassName?: string;
  readonly full?: boolean;
  readonly isFirst?: boolean;
}

export function ListingPhoto({
  listing,
  className,
  placeholderClassName = cn(className, '[&>svg]:w-2/5'),
  full = false,
  isFirst = full,
  placeholder,
}: PhotoProps) {
  const { imageUrl } = listing;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!isPictureUrl(imageUrl) || imageUrl === brokenUrl) {
    return (
      <div
        className={cn(
          // Not printed, to save ink.
          'grid place-items-center bg-good-soft print:hidden [--sheep-face:#2f2a24] [--sheep-wool:#fdfaf0] dark:[--sheep-face:#17120e] dark:[--sheep-wool:#d9d2c3]',
          placeholderClassName,
        )}
      >
        {placeholder || (
          <>
            <span className="sr-only">🐑</span>
            <WoollySheep />
          </>
        )}
      </div>
    );
  }
  return (
    <img
      src={full ? imageUrl : smallerUrl(imageUrl, 'card')}
      alt={full ? fullName(listing) : ''}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      onError={() => setBrokenUrl(imageUrl)}
      className={cn('bg-secondary object-cover', className)}
    />
  );
}
