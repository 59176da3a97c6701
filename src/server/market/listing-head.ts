import { Id } from '#domain/records/values.ts';
import type { Listing } from '#contract/market.ts';
import { isPictureUrl } from '#domain/animals.ts';
import { listingTitle } from '#domain/listings.ts';
import { dollarText } from '#domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import type { DescribePage } from '#server/html/static.ts';
import { findPublicly } from './market.queries.ts';
import { countPublicPage } from './market.routes.ts';
import { meta, pageHead, shorten } from './page-head.ts';

export const describeListing =
  ({ db, publicReads, config, visits }: Pick<Deps, 'db' | 'publicReads' | 'config' | 'visits'>): DescribePage =>
  async (path, ip) => {
    const [, id] = /^\/for-sale\/([^/]+)\/?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const error = await countPublicPage({ visits }, ip).catch((reason: unknown) => reason);
    if (error instanceof Problem) return { status: 429, retryAfter: error.retryAfter };
    if (error !== undefined) throw error;
    const parsed = Id.safeParse(id);
    const listing = parsed.success ? await findPublicly({ db, publicReads }, parsed.data) : undefined;
    return listing ? { status: 200, head: listingHead(listing, config.publicUrl) } : { status: 404 };
  };

/** Title, Open Graph and JSON-LD, which need absolute addresses and so PUBLIC_URL. */
export function listingHead(listing: Omit<Listing, 'withdrawals'>, publicUrl: string | undefined): string {
  const cents = Math.round(listing.salePrice * 100);
  const name = listingTitle(listing);
  const seller = listing.farmName === null ? [] : [`Offered by ${listing.farmName}`];
  const description = shorten(
    [...(listing.saleDescription === null ? [] : [listing.saleDescription]), ...seller].join(' – ') || name,
  );
  const url = publicUrl && `${publicUrl}/for-sale/${listing.id}`;
  const image = publicUrl && isPictureUrl(listing.imageUrl) ? new URL(listing.imageUrl, publicUrl).href : undefined;

  return pageHead({
    type: 'product',
    title: name,
    description,
    url,
    image,
    more: [meta('property', 'product:price:amount', dollarText(cents)), meta('property', 'product:price:currency', 'USD')],
    data: {
      '@type': 'Product',
      name,
      description,
      sku: listing.tagNumber,
      category: listing.species,
      image,
      offers: {
        '@type': 'Offer',
        price: dollarText(cents),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url,
        seller: listing.farmName === null ? undefined : { '@type': 'Organization', name: listing.farmName },
      },
    },
  });
}
