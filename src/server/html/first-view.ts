import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { Animal } from '#contract/animals.ts';
import { type Beginning, beginningId, type DrawAnimals, type DrawScreen, type FirstListings } from '#contract/beginning.ts';
import type { BuiltScreen } from '#contract/screens.ts';

/** The first page of the marketplace for a visitor at this address; undefined: it is to be asked for in the ordinary way. */
export type ShowListings = (ip: string) => Promise<FirstListings | undefined>;

/** The newest animals of the farm of whoever asks; undefined: nobody is signed in, or they are to be asked for in the ordinary way. */
export type ShowAnimals = (request: FastifyRequest) => Promise<readonly Animal[] | undefined>;

export interface Shows {
  readonly showListings: ShowListings;
  readonly showAnimals: ShowAnimals;
}

interface Visit {
  /** The screen that will stand. */
  readonly screen: BuiltScreen | undefined;
  readonly request: FastifyRequest;
  readonly isSignedIn: boolean;
}

interface FirstView {
  /** The inside of the page's body. */
  readonly body: string;
  /** The first listings are in it. */
  readonly hasListings: boolean;
}

/** More than a large window shows; the page's script adds the others. */
const drawnListings = 8;

/**
 * What is on the screen before any script has run (decision 24): for a visitor the marketplace itself, for a farmer the first of the
 * animals, elsewhere the frame with skeletons that was drawn when the product was built. The script of the page puts the living screen in its place.
 */
export function openFirstViews(
  viewDir: string,
  { showListings, showAnimals }: Shows,
  warn: (fault: unknown) => void,
): (visit: Visit) => Promise<FirstView> {
  const pens = loadPens(viewDir);
  const market = drawOnce(pens);
  const herd = drawInFrame(pens);

  const forVisitor = async (frame: string, { url, ip }: FastifyRequest): Promise<FirstView> => {
    const listings = url === '/for-sale' ? await showListings(ip) : undefined;
    // Without it there is still the frame, and the page draws the listings itself.
    const markup = await (listings && market(listings).catch(warn));
    const beginning = { user: null, ...(listings && { listings }) };
    return { body: markup ? bodyOf(markup, beginning) : frameOf(frame, beginning), hasListings: listings !== undefined };
  };

  const forFarmer = async (frame: string, request: FastifyRequest): Promise<FirstView> => {
    const animals = request.url === '/animals' ? await showAnimals(request) : undefined;
    const markup = await (animals && herd(frame, animals).catch(warn));
    return { body: frameOf(markup || frame, animals ? { animals } : {}), hasListings: false };
  };

  return async ({ screen, request, isSignedIn }) => {
    const frame = screen?.prerendered[isSignedIn ? 'user' : 'visitor'];
    if (frame === undefined) return { body: bodyOf('', isSignedIn ? {} : { user: null }), hasListings: false };
    return isSignedIn ? forFarmer(frame, request) : forVisitor(frame, request);
  };
}

const bodyOf = (markup: string, beginning: Beginning, attributes = ''): string =>
  `<div id="root"${attributes}>${markup}</div>${dataOf(beginning)}`;

/** What is only a frame cannot be used yet: a form without its script would send what was typed to the wrong place. */
const frameOf = (frame: string, beginning: Beginning): string => bodyOf(frame, beginning, ' inert');

interface Pens {
  readonly drawScreen: DrawScreen;
  readonly drawAnimals: DrawAnimals;
}

/** Only when the first who is to see something comes: it takes memory. */
function loadPens(viewDir: string): () => Promise<Pens> {
  let loading: Promise<Pens> | undefined;
  return () => (loading ??= import(pathToFileURL(join(viewDir, 'draw-screen.js')).href) as Promise<Pens>);
}

/** The first animals in the place of as many skeletons; the frame was drawn when the product was built. */
function drawInFrame(pens: () => Promise<Pens>): (frame: string, animals: readonly Animal[]) => Promise<string> {
  return async (frame, animals) => {
    const { drawAnimals } = await pens();
    return frame.replace(drawAnimals([]), () => drawAnimals(animals));
  };
}

/** Visitors who come within the same second share a page (recent-pages.ts), and what was drawn of it. */
function drawOnce(pens: () => Promise<Pens>): (listings: FirstListings) => Promise<string> {
  const drawn = new WeakMap<object, Promise<string>>();
  return (listings) => {
    const known = drawn.get(listings);
    if (known) return known;
    const markup = pens().then(({ drawScreen }) =>
      drawScreen('/for-sale', {
        user: null,
        listings: { items: listings.items.slice(0, drawnListings), nextCursor: undefined },
      }),
    );
    drawn.set(listings, markup);
    return markup;
  };
}

const dataOf = (beginning: Beginning): string =>
  Object.keys(beginning).length === 0
    ? ''
    : `<script type="application/json" id="${beginningId}">${jsonInHtml(beginning)}</script>`;

/** Data, not a script: the content policy lets it stand. No character of it can end its element, and no address stands in it as such. */
export const jsonInHtml = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&@\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
