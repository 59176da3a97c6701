import { Slug } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { DescribePage } from '#server/html/static.ts';
import { Problem } from '#server/problem.ts';
import { readFarmPage } from './farm-pages.queries.ts';
import { countPublicPage } from './market.routes.ts';
import { escapeHtml, pageHead, shorten } from './page-head.ts';

export const unnamedFarm = 'A farm';

/** The head of a farm's public page. */
export const describeFarm =
  ({ db, publicReads, config: { publicUrl }, visits }: Pick<Deps, 'db' | 'publicReads' | 'config' | 'visits'>): DescribePage =>
  async (path, ip) => {
    const [, slug] = /^\/farms\/([^/]+)\/?$/.exec(path) ?? [];
    if (slug === undefined) return undefined;
    const error = await countPublicPage({ visits }, ip).catch((reason: unknown) => reason);
    if (error instanceof Problem) return { status: 429, retryAfter: error.retryAfter };
    if (error !== undefined) throw error;
    if (!Slug.safeParse(slug).success) return { status: 404 };
    const farm = (await publicReads.read((reader) => readFarmPage(reader, slug))) ?? (await readFarmPage(db, slug));
    if (!farm) return { status: 404 };
    const { placeName, story, offered } = farm;
    const name = farm.name ?? unnamedFarm;
    const title = `${name}: animals for sale`;
    const count = offered === 1 ? '1 animal for sale' : `${offered} animals for sale`;
    const description = shorten([story, placeName, count].filter((part) => part !== null).join(' – '));
    const url = publicUrl && `${publicUrl}/farms/${slug}`;
    const feed = `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="/farms/${slug}/feed.xml" />`;
    const data = {
      '@type': 'Organization',
      name,
      description: story === null ? undefined : shorten(story),
      url,
      address: placeName ?? undefined,
    };
    return { status: 200, head: pageHead({ type: 'website', title, description, url, more: [feed], data }) };
  };
