import type { exposureRoutes } from '#contract/exposures.ts';
import type { Deps } from '#server/deps.ts';
import { entriesAtOnce, listEntriesAsJson } from '#server/farm-lists/farm-lists.queries.ts';
import { writeList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { addExposure, changeExposure } from './exposures.service.ts';

export const exposureHandlers = (deps: Deps): Handlers<typeof exposureRoutes> => ({
  listExposures: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => listEntriesAsJson(deps.db, farmId, 'exposures', rows), entriesAtOnce.exposures),
  addExposure: ({ body }, context) => addExposure(deps, context, body),
  changeExposure: ({ params, body }, context) => changeExposure(deps, context, params.id, body),
});
