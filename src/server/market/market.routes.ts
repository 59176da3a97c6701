import type { marketRoutes } from '#contract/market.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Deps } from '#server/deps.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readInTurn } from '#server/lists/pages.ts';
import { Problem } from '#server/problem.ts';
import { findViewer, type Viewer } from '#server/http/sessions.ts';
import type { ReadMarket } from './market-pages.ts';
import { sendEnquiry } from './enquiries.service.ts';
import { readFacts } from './listing-facts.ts';
import { readFarmPage } from './farm-pages.queries.ts';
import { findListing, findPublicly, withoutHiddenEmail } from './market.queries.ts';

/** More than a scrolling person requests; it stops scrapers of sellers' addresses. Users are known and get twice as much. */
const visitorLimit = { hits: 60, seconds: 60 };
const accountLimit = { hits: 120, seconds: 60 };
const tooFast = 'You are browsing too fast. Wait a moment and try again.';

export const countVisitor = ({ visits }: Pick<Deps, 'visits'>, ip: string, what = ''): Promise<void> =>
  visits.hit(`${what}visit:${addressKey(ip)}`, visitorLimit, tooFast);

/** Pages with their own head are counted separately from the API, which their visitors also request. */
export const countPublicPage = ({ visits }: Pick<Deps, 'visits'>, ip: string): Promise<void> =>
  visits.hit(`listing-page:${addressKey(ip)}`, visitorLimit, tooFast);

export function marketHandlers(deps: Deps, readMarket: ReadMarket): Handlers<typeof marketRoutes> {
  const { db, publicReads, now } = deps;
  /** `what` is counted separately. */
  const countVisit = async ({ ip, cookie }: Visit, what = ''): Promise<Viewer | undefined> => {
    const viewer = cookie.token ? await findViewer(db, cookie.token, now()) : undefined;
    if (viewer) await deps.visits.hit(`${what}viewer:${viewer.userId}`, accountLimit, tooFast);
    else await countVisitor(deps, ip, what);
    return viewer;
  };

  return {
    listForSale: async ({ query }, visit) => {
      const { page, nextCursor } = await readMarket(query, await countVisit(visit));
      if (nextCursor !== undefined) visit.linkNext(nextCursor);
      return page;
    },

    readOfferedPrices: async ({ query }, visit) => {
      const viewer = await countVisit(visit, 'prices:');
      const read = async (sort: 'price' | '-price') => {
        const { page } = await readMarket({ ...query, sort, limit: 1 }, viewer);
        return page[0]?.salePrice ?? null;
      };
      return { lowest: await read('price'), highest: await read('-price') };
    },

    // Sellers see their own listings here: they follow the link that they share, and print the page.
    readListing: async ({ params }, visit) => {
      const viewer = await countVisit(visit);
      const today = now().toISOString().slice(0, 10);
      const listing = viewer
        ? await findListing(db, params.id, today)
        : await findPublicly({ db, publicReads }, params.id, today);
      if (!listing) throw new Problem('market.not_found');
      const { farmId, id, shared } = listing;
      const facts = shared.length > 0 ? await readInTurn(db, () => readFacts(db, farmId, id, shared, today)) : undefined;
      const isOwn = viewer?.farmId === farmId;
      return { ...withoutHiddenEmail(listing, viewer !== undefined), ...(isOwn && { isOwn }), ...(facts && { facts }) };
    },

    sendEnquiry: async ({ body }, { ip, cookie }) => {
      const viewer = cookie.token ? await findViewer(db, cookie.token, now()) : undefined;
      await sendEnquiry(deps, viewer ? `account ${viewer.userId}` : addressKey(ip), body);
      return { message: 'Your message has been sent. The farm will reply to your address.' };
    },

    readFarmPage: async ({ params }, visit) => {
      const viewer = await countVisit(visit);
      const read = (reader: Db) => readFarmPage(reader, params.slug);
      const page = viewer ? await read(db) : ((await publicReads.read(read)) ?? (await read(db)));
      if (!page) throw new Problem('market.farm_not_found');
      return page;
    },
  };
}
