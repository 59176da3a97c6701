import type { healthRoutes } from '#contract/health.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/mount.ts';
import { cutPage } from '#server/http/pages.ts';
import { listHealthRecords } from './health.queries.ts';
import { addHealthRecord } from './health.service.ts';

export const healthHandlers = (deps: Deps): Handlers<typeof healthRoutes> => ({
  listHealthRecords: async ({ query }, { farmId, linkNext }) =>
    cutPage(await listHealthRecords(deps.db, farmId, query), query.limit, linkNext, ({ date }) => date),
  addHealthRecord: ({ body }, { farmId }) => addHealthRecord(deps, farmId, body),
});
