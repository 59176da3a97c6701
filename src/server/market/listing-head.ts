import { Id } from '#domain/records/values.ts';
import type { Listing } from '#contract/market.ts';
import { isPictureUrl } from '#domain/animals.ts';
import { listingTitle } from '#domain/listings.ts';
import { dollarText } from '#domain/money.ts';
import { productTitle } from '#domain/product.ts';
import type { Deps } from '#server/deps.ts';
import { jsonInHtml } from '#server/html/prerender.ts';
import { Problem } from '#server/problem.ts';
import type { DescribePage } from '#server/html/static.ts';
import { findPublicly } from './market.queries.ts';
import { countListingPage } from './market.routes.ts';

export const describeListing =
  ({ db, publicReads, config, visits }: Pick<Deps, 'db' | 'publicReads' | 'config' | 'visits'>): DescribePage =>
  async (path, ip) => {
    const [, id] = /^\/for-sale\/([^/]+)\/?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const error = await countListingPage({ visits }, ip).catch((reason: unknown) => reason);
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

  return [
    `<title>${escapeHtml(`${name} · ${productTitle}`)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'product'),
    meta('property', 'og:site_name', productTitle),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'product:price:amount', dollarText(cents)),
    meta('property', 'product:price:currency', 'USD'),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(url ? [`<link rel="canonical" href="${escapeHtml(url)}" />`, meta('property', 'og:url', url)] : []),
    ...(image ? [meta('property', 'og:image', image)] : []),
    jsonLd({
      '@context': 'https://schema.org',
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
    }),
  ].join('\n    ');
}

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;

const jsonLd = (data: object): string => `<script type="application/ld+json">${jsonInHtml(data)}</script>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`;
}
