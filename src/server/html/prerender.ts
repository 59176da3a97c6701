import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FirstListings, type InitialData, initialDataId, type RenderScreen } from '#contract/initial-data.ts';
import { currency } from '#domain/values/money.ts';

export type ReadFirstListings = (ip: string) => Promise<FirstListings | undefined>;

interface MarketSources {
  readonly rendererDir: string;
  readonly readFirstListings: ReadFirstListings;
  readonly warn: (error: unknown) => undefined;
}

/** More than a large window shows; the client renders the others. */
const prerenderedListings = 8;

/** Draws the marketplace's first page for visitors; undefined beyond the limit of visits (decision 24). */
export function createMarketRenderer({
  rendererDir,
  readFirstListings,
  warn,
}: MarketSources): (ip: string) => Promise<string | undefined> {
  const renderMarket = marketRenderer(lazyRenderer(rendererDir));
  return async (ip) => {
    const listings = await readFirstListings(ip);
    const markup = await (listings && renderMarket(listings).catch(warn));
    return markup === undefined
      ? undefined
      : bodyOf(`<div id="root">${markup}</div>`, { user: null, currency: currency(), ...(listings && { listings }) });
  };
}

/** Scripts replace it before it can be used. */
export const visitorBody = (): string => bodyOf('<div id="root" inert></div>', { user: null, currency: currency() });

const bodyOf = (root: string, initialData: InitialData): string =>
  `${root}<script type="application/json" id="${initialDataId}">${jsonInHtml(initialData)}</script>`;

/** Loaded with the first visit that needs it, because it takes memory. */
function lazyRenderer(rendererDir: string): () => Promise<RenderScreen> {
  let loading: Promise<{ readonly renderScreen: RenderScreen }> | undefined;
  return async () => (await (loading ??= import(pathToFileURL(join(rendererDir, 'render-screen.js')).href))).renderScreen;
}

/** Drawing takes some milliseconds, and most visitors see the same animals. */
function marketRenderer(loadRenderer: () => Promise<RenderScreen>): (listings: FirstListings) => Promise<string> {
  let drawn: { readonly from: string; readonly markup: Promise<string> } | undefined;
  return ({ items }) => {
    const listings = { items: items.slice(0, prerenderedListings), nextCursor: undefined };
    const from = JSON.stringify(listings);
    if (drawn?.from === from) return drawn.markup;
    const markup = loadRenderer().then((renderScreen) =>
      renderScreen('/for-sale', { user: null, currency: currency(), listings }),
    );
    drawn = { from, markup };
    return markup;
  };
}

/** No character may end the script element, and no email address may be readable in the HTML. */
export const jsonInHtml = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&@\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
