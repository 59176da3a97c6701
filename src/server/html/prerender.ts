import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { type FirstListings, type InitialData, initialDataId, type RenderScreen } from '#contract/initial-data.ts';
import type { BuiltScreen } from '#contract/screens.ts';

export type ReadFirstListings = (ip: string) => Promise<FirstListings | undefined>;

interface Visit {
  readonly screen: BuiltScreen | undefined;
  readonly request: FastifyRequest;
  readonly isSignedIn: boolean;
}

interface PrerenderedBody {
  readonly body: string;
  readonly hasListings: boolean;
}

interface PrerenderSources {
  readonly rendererDir: string;
  readonly readFirstListings: ReadFirstListings;
  readonly readPrerendered: (name: string) => Promise<string>;
  readonly warn: (error: unknown) => void;
}

/** More than a large window shows; the client renders the others. */
const prerenderedListings = 8;

/**
 * Renders what is visible before any script has run (decision 24): the marketplace for visitors, elsewhere the screen with skeletons
 * rendered at build time, which is the same for everybody.
 */
export function createPrerenderer({
  rendererDir,
  readFirstListings,
  readPrerendered,
  warn,
}: PrerenderSources): (visit: Visit) => Promise<PrerenderedBody> {
  const renderMarket = marketRenderer(lazyRenderer(rendererDir));

  const forVisitor = async (shell: string, { url, ip }: FastifyRequest): Promise<PrerenderedBody> => {
    const listings = url === '/for-sale' ? await readFirstListings(ip) : undefined;
    const markup = await (listings && renderMarket(listings).catch(warn));
    const initialData = { user: null, ...(listings && { listings }) };
    return { body: markup ? bodyOf(markup, initialData) : inertBodyOf(shell, initialData), hasListings: listings !== undefined };
  };

  return async ({ screen, request, isSignedIn }) => {
    const prerendered = screen?.prerendered[isSignedIn ? 'user' : 'visitor'];
    const shell = prerendered === undefined ? undefined : await readPrerendered(prerendered).catch(warn);
    if (shell === undefined) return { body: bodyOf('', isSignedIn ? {} : { user: null }), hasListings: false };
    return isSignedIn ? { body: inertBodyOf(shell, {}), hasListings: false } : forVisitor(shell, request);
  };
}

const bodyOf = (markup: string, initialData: InitialData, attributes = ''): string =>
  `<div id="root"${attributes}>${markup}</div>${dataElement(initialData)}`;

/** The body is inert until the script runs, because forms without it would submit to the wrong address. */
const inertBodyOf = (shell: string, initialData: InitialData): string => bodyOf(shell, initialData, ' inert');

/** Loaded with the first visit that needs it, because it takes memory. */
function lazyRenderer(rendererDir: string): () => Promise<RenderScreen> {
  let loading: Promise<{ readonly renderScreen: RenderScreen }> | undefined;
  return async () => (await (loading ??= import(pathToFileURL(join(rendererDir, 'render-screen.js')).href))).renderScreen;
}

/** Visitors of the same second share a page of listings (recent-pages.ts) and its markup. */
function marketRenderer(loadRenderer: () => Promise<RenderScreen>): (listings: FirstListings) => Promise<string> {
  const rendered = new WeakMap<object, Promise<string>>();
  return (listings) => {
    const cached = rendered.get(listings);
    if (cached) return cached;
    const markup = loadRenderer().then((renderScreen) =>
      renderScreen('/for-sale', {
        user: null,
        listings: { items: listings.items.slice(0, prerenderedListings), nextCursor: undefined },
      }),
    );
    rendered.set(listings, markup);
    return markup;
  };
}

const dataElement = (initialData: InitialData): string =>
  Object.keys(initialData).length === 0
    ? ''
    : `<script type="application/json" id="${initialDataId}">${jsonInHtml(initialData)}</script>`;

/** No character may end the script element, and no e-mail address may be readable in the HTML. */
export const jsonInHtml = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&@\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
