import { Id } from '#domain/records/values.ts';
import { listingTitle } from '#domain/listings.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { currency, dollarText } from '#domain/values/money.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import type { DescribePage } from '#server/html/static.ts';
import { findPublicly, readSizes, type ListingByItself, type SizedPicture } from './market.queries.ts';
import { countPublicPage } from './market.routes.ts';
import { meta, pageHead, shorten } from './page-head.ts';

export const describeListing =
  ({ db, publicReads, config, visits, now }: Pick<Deps, 'db' | 'publicReads' | 'config' | 'visits' | 'now'>): DescribePage =>
  async (path, ip) => {
    const [, id] = /^\/for-sale\/([^/]+)\/?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const error = await countPublicPage({ visits }, ip).catch((reason: unknown) => reason);
    if (error instanceof Problem) return { status: 429, retryAfter: error.retryAfter };
    if (error !== undefined) throw error;
    const parsed = Id.safeParse(id);
    const today = now().toISOString().slice(0, 10);
    const listing = parsed.success ? await findPublicly({ db, publicReads }, parsed.data, today) : undefined;
    if (!listing) return { status: 404 };
    // Without its absolute address a picture is not named.
    const pictures = config.publicUrl ? await readSizes(db, listing.farmId, listing.images) : [];
    return { status: 200, head: listingHead(listing, pictures, { publicUrl: config.publicUrl, today }) };
  };

/** Title, Open Graph and JSON-LD, which need absolute addresses and so PUBLIC_URL. */
function listingHead(
  listing: ListingByItself,
  pictures: readonly SizedPicture[],
  { publicUrl, today }: { readonly publicUrl: string | undefined; readonly today: CalendarDate },
): string {
  const cents = Math.round(listing.salePrice * 100);
  const name = listingTitle(listing, today);
  const seller = listing.farmName === null ? [] : [`Offered by ${listing.farmName}`];
  const description = shorten(
    [...(listing.saleDescription === null ? [] : [listing.saleDescription]), ...seller].join(' – ') || name,
  );
  const url = publicUrl && `${publicUrl}/for-sale/${listing.id}`;
  const images = publicUrl ? pictures.map((each) => ({ ...each, url: new URL(each.url, publicUrl).href })) : [];

  return pageHead({
    type: 'product',
    title: name,
    description,
    url,
    images,
    more: [meta('property', 'product:price:amount', dollarText(cents)), meta('property', 'product:price:currency', currency())],
    data: {
      '@type': 'Product',
      name,
      description,
      sku: listing.tagNumber,
      category: listing.species,
      image: images.length > 0 ? images.map((image) => image.url) : undefined,
      offers: {
        '@type': 'Offer',
        price: dollarText(cents),
        priceCurrency: currency(),
        availability: 'https://schema.org/InStock',
        url,
        seller: listing.farmName === null ? undefined : { '@type': 'Organization', name: listing.farmName },
      },
    },
  });
}
