import type { Deps } from '#server/deps.ts';
import type { PageDescription } from '#server/html/static.ts';
import { pageHead } from './page-head.ts';

const title = 'For Sale Marketplace';
const description = 'Browse livestock available for purchase from other farms';
const feed = `<link rel="alternate" type="application/rss+xml" title="${title}" href="/for-sale/feed.xml" />`;

/** The head of the list of all animals for sale, whatever its filters are. */
export function describeMarket({ config: { publicUrl } }: Pick<Deps, 'config'>, path: string): PageDescription | undefined {
  if (!/^\/for-sale\/?$/.test(path)) return undefined;
  const url = publicUrl && `${publicUrl}/for-sale`;
  return { status: 200, head: pageHead({ type: 'website', title, description, url, more: [feed] }) };
}
