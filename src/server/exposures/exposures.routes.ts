import type { exposureRoutes } from '#contract/exposures.ts';
import type { Deps } from '#server/deps.ts';
import { listEntriesAsJson } from '#server/farm-lists/farm-lists.queries.ts';
import { writeList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { addExposure, changeExposure } from './exposures.service.ts';

export const exposureHandlers = (deps: Deps): Handlers<typeof exposureRoutes> => ({
  listExposures: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (tx, slice) => listEntriesAsJson(tx, farmId, 'exposures', slice)),
  addExposure: ({ body }, context) => addExposure(deps, context, body),
  changeExposure: ({ params, body }, context) => changeExposure(deps, context, params.id, body),
});
