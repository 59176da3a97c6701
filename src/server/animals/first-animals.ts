import type { FastifyRequest } from 'fastify';
import { Animal } from '#contract/animals.ts';
import { waitForFarm } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { ReadFirstAnimals } from '#server/html/prerender.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { listAnimalsAsJson } from './animals.queries.ts';

/** As many as a phone shows, and the first rows of a large window. */
const limit = 6;

export function createFirstAnimalsReader(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  viewerOf: (request: FastifyRequest) => Promise<Viewer | undefined>,
): ReadFirstAnimals {
  return async (request) => {
    try {
      const viewer = await viewerOf(request);
      if (!viewer) return undefined;
      await waitForFarm(db, viewer.farmId);
      const { text } = await listAnimalsAsJson(db, viewer.farmId, { limit, cursor: undefined, isReference: false });
      return Animal.array().parse(JSON.parse(`[${text === null ? '' : Buffer.from(text).toString()}]`));
    } catch (error) {
      // The page requests the list then and reports the failure.
      log.debug(error, 'The first animals could not be read.');
      return undefined;
    }
  };
}
