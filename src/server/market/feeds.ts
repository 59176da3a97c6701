import type { FastifyInstance, FastifyReply } from 'fastify';
import { MarketSearch, Slug } from '#contract/market.ts';
import { listingTitle } from '#domain/listings.ts';
import { productTitle } from '#domain/product.ts';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import { unnamedFarm } from './farm-head.ts';
import { readFarmPage } from './farm-pages.queries.ts';
import type { ReadMarket } from './market-pages.ts';
import { countPublicPage } from './market.routes.ts';
import { escapeHtml } from './page-head.ts';
import { listParts, listSlugs, readPart } from './sitemap.queries.ts';

type Needs = Pick<Deps, 'now' | 'db' | 'publicReads' | 'config' | 'visits'>;

/** The marketplace's feeds, sitemap and robots.txt. They are not API calls, so they are not in the contract. */
export function serveFeeds(app: FastifyInstance, deps: Needs, readMarket: ReadMarket): void {
  const { publicReads } = deps;
  const origin = publicAddress(deps.config);

  const items = async (farm?: string): Promise<string[]> => {
    const { page } = await readMarket(MarketSearch.parse({ farm }));
    return page.map((listing) => {
      const url = `${origin}/for-sale/${listing.id}`;
      const about = [listing.saleDescription, listing.farmName && `Offered by ${listing.farmName}`].filter(Boolean).join('\n');
      const parts = [
        element('title', listingTitle(listing, deps.now().toISOString().slice(0, 10))),
        element('link', url),
        element('guid', url),
        element('pubDate', new Date(listing.listedOn).toUTCString()),
        element('description', about),
      ];
      return `<item>${parts.join('')}</item>`;
    });
  };

  app.get('/for-sale/feed.xml', async ({ ip }, reply) => {
    await countPublicPage(deps, ip);
    const channel = { title: `${productTitle}: animals for sale`, path: '/for-sale', about: 'The newest animals for sale' };
    return sendXml(reply, rss(origin, channel, await items()), 'application/rss+xml');
  });

  app.get<{ Params: { slug: string } }>('/farms/:slug/feed.xml', async ({ ip, params: { slug } }, reply) => {
    await countPublicPage(deps, ip);
    const farm = Slug.safeParse(slug).success
      ? ((await publicReads.read((db) => readFarmPage(db, slug))) ?? (await readFarmPage(deps.db, slug)))
      : undefined;
    if (!farm) throw new Problem('market.farm_not_found');
    const name = farm.name ?? unnamedFarm;
    const channel = { title: `${name}: animals for sale`, path: `/farms/${slug}`, about: farm.story ?? name };
    return sendXml(reply, rss(origin, channel, await items(slug)), 'application/rss+xml');
  });

  app.get('/sitemap.xml', async ({ ip }, reply) => {
    await countPublicPage(deps, ip);
    const parts = await publicReads.read(listParts);
    const files = ['farms', ...parts].map((part) => `<sitemap>${element('loc', `${origin}/sitemaps/${part}.xml`)}</sitemap>`);
    return sendXml(reply, `<sitemapindex ${sitemapSpace}>${files.join('')}</sitemapindex>`);
  });

  app.get<{ Params: { part: string } }>('/sitemaps/:part.xml', async ({ ip, params: { part } }, reply) => {
    await countPublicPage(deps, ip);
    const paths =
      part === 'farms'
        ? ['/for-sale', ...(await publicReads.read(listSlugs)).map((slug) => `/farms/${slug}`)]
        : (await publicReads.read((db) => readPart(db, partNumber(part)))).map((id) => `/for-sale/${id}`);
    const urls = paths.map((path) => `<url>${element('loc', `${origin}${path}`)}</url>`);
    return sendXml(reply, `<urlset ${sitemapSpace}>${urls.join('')}</urlset>`);
  });

  app.get('/robots.txt', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`),
  );
}

const sitemapSpace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function partNumber(part: string): number {
  if (/^\d{1,9}$/.test(part)) return Number(part);
  throw new Problem('route.not_found');
}

interface Channel {
  readonly title: string;
  readonly path: string;
  readonly about: string;
}

function rss(origin: string, { title, path, about }: Channel, items: readonly string[]): string {
  const self = `<atom:link rel="self" type="application/rss+xml" href="${escapeHtml(`${origin}${path}/feed.xml`)}" />`;
  const head = [element('title', title), element('link', `${origin}${path}`), element('description', about), self];
  return `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${[...head, ...items].join('\n')}</channel></rss>`;
}

/** Farmers' texts have no control characters, but may contain two characters that XML forbids. */
const element = (name: string, text: string): string =>
  `<${name}>${escapeHtml(text.replaceAll(/[\uFFFE\uFFFF]/g, ''))}</${name}>`;

const sendXml = (reply: FastifyReply, body: string, type = 'application/xml'): FastifyReply =>
  reply
    .header('cache-control', 'public, max-age=300')
    .type(`${type}; charset=utf-8`)
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
