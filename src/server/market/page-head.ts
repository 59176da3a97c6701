import { productTitle } from '#domain/product.ts';
import type { SizedPicture } from './market.queries.ts';
import { jsonInHtml } from '#server/html/prerender.ts';

interface Head {
  readonly type: 'product' | 'website';
  readonly title: string;
  readonly description: string;
  /** Absolute, which needs PUBLIC_URL. */
  readonly url: string | undefined;
  readonly images?: readonly SizedPicture[];
  readonly more?: readonly string[];
  /** As JSON-LD. */
  readonly data?: object;
}

/** Title, Open Graph and, if the page is about something that search engines know, JSON-LD. */
export const pageHead = ({ type, title, description, url, images = [], more = [], data }: Head): string =>
  [
    `<title>${escapeHtml(`${title} · ${productTitle}`)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', type),
    meta('property', 'og:site_name', productTitle),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...more,
    meta('name', 'twitter:card', images.length > 0 ? 'summary_large_image' : 'summary'),
    ...(url ? [`<link rel="canonical" href="${escapeHtml(url)}" />`, meta('property', 'og:url', url)] : []),
    ...images.flatMap(({ url: image, width, height }) => [
      meta('property', 'og:image', image),
      meta('property', 'og:image:alt', title),
      ...(width && height
        ? [meta('property', 'og:image:width', `${width}`), meta('property', 'og:image:height', `${height}`)]
        : []),
    ]),
    ...(data ? [jsonLd({ '@context': 'https://schema.org', ...data })] : []),
  ].join('\n    ');

export const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;

const jsonLd = (data: object): string => `<script type="application/ld+json">${jsonInHtml(data)}</script>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`;
}
