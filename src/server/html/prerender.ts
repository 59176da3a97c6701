import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { Animal } from '#contract/animals.ts';
import {
  type FirstListings,
  type InitialData,
  initialDataId,
  type RenderAnimals,
  type RenderScreen,
} from '#contract/initial-data.ts';
import type { BuiltScreen } from '#contract/screens.ts';

/** The first page of the marketplace for a visitor at this IP address; undefined if the page has to ask for it itself. */
export type ReadFirstListings = (ip: string) => Promise<FirstListings | undefined>;

/** The newest animals of the caller's farm; undefined if nobody is signed in or the page has to ask for them itself. */
export type ReadFirstAnimals = (request: FastifyRequest) => Promise<readonly Animal[] | undefined>;

export interface InitialDataReaders {
  readonly readFirstListings: ReadFirstListings;
  readonly readFirstAnimals: ReadFirstAnimals;
}

interface Visit {
  /** The screen that will be shown. */
  readonly screen: BuiltScreen | undefined;
  readonly request: FastifyRequest;
  readonly isSignedIn: boolean;
}

interface Prerendered {
  /** The inside of the page's body. */
  readonly body: string;
  /** The initial data has the first listings. */
  readonly hasListings: boolean;
}

/** More than fit into a large window; the page's script adds the others. */
const prerenderedListings = 8;

/**
 * Returns the function that makes the markup a person sees before any script has run (decision 24): for visitors the marketplace, for
 * farmers the first of their animals, elsewhere the screen with skeletons that was rendered at build time.
 */
export function createPrerenderer(
  rendererDir: string,
  { readFirstListings, readFirstAnimals }: InitialDataReaders,
  warn: (error: unknown) => void,
): (visit: Visit) => Promise<Prerendered> {
  const loadRenderer = lazyRenderer(rendererDir);
  const renderMarket = marketRenderer(loadRenderer);

  const forVisitor = async (shell: string, { url, ip }: FastifyRequest): Promise<Prerendered> => {
    const listings = url === '/for-sale' ? await readFirstListings(ip) : undefined;
    // If rendering fails, the page renders the listings itself.
    const markup = await (listings && renderMarket(listings).catch(warn));
    const initialData = { user: null, ...(listings && { listings }) };
    return { body: markup ? bodyOf(markup, initialData) : inertBodyOf(shell, initialData), hasListings: listings !== undefined };
  };

  const forFarmer = async (shell: string, request: FastifyRequest): Promise<Prerendered> => {
    const animals = request.url === '/animals' ? await readFirstAnimals(request) : undefined;
    const markup = await (animals && insertAnimals(loadRenderer, shell, animals).catch(warn));
    return { body: inertBodyOf(markup || shell, animals ? { animals } : {}), hasListings: false };
  };

  return async ({ screen, request, isSignedIn }) => {
    const shell = screen?.prerendered[isSignedIn ? 'user' : 'visitor'];
    if (shell === undefined) return { body: bodyOf('', isSignedIn ? {} : { user: null }), hasListings: false };
    return isSignedIn ? forFarmer(shell, request) : forVisitor(shell, request);
  };
}

const bodyOf = (markup: string, initialData: InitialData, attributes = ''): string =>
  `<div id="root"${attributes}>${markup}</div>${dataElement(initialData)}`;

/** A shell is inert until its script has come: a form without it would send what was typed to the wrong place. */
const inertBodyOf = (shell: string, initialData: InitialData): string => bodyOf(shell, initialData, ' inert');

interface Renderer {
  readonly renderScreen: RenderScreen;
  readonly renderAnimals: RenderAnimals;
}

/** Loads the renderer with the first visit that needs it, because it takes memory. */
function lazyRenderer(rendererDir: string): () => Promise<Renderer> {
  let loading: Promise<Renderer> | undefined;
  return () => (loading ??= import(pathToFileURL(join(rendererDir, 'render-screen.js')).href) as Promise<Renderer>);
}

/** Replaces skeletons in the shell by the first animals. */
async function insertAnimals(loadRenderer: () => Promise<Renderer>, shell: string, animals: readonly Animal[]): Promise<string> {
  const { renderAnimals } = await loadRenderer();
  return shell.replace(renderAnimals([]), () => renderAnimals(animals));
}

/** Visitors of the same second share a page of listings (recent-pages.ts), and its markup. */
function marketRenderer(loadRenderer: () => Promise<Renderer>): (listings: FirstListings) => Promise<string> {
  const rendered = new WeakMap<object, Promise<string>>();
  return (listings) => {
    const known = rendered.get(listings);
    if (known) return known;
    const markup = loadRenderer().then(({ renderScreen }) =>
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

/** Escapes JSON for a script element, so that no character can end the element and no e-mail address is spelled out in the HTML. */
export const jsonInHtml = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&@\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
