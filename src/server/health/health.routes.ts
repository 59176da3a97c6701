import type { healthRoutes } from '#contract/health.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { writeList } from '#server/lists/pages.ts';
import { listHealthRecordsAsJson } from './health.queries.ts';
import { addHealthRecord } from './health.service.ts';

export const healthHandlers = (deps: Deps): Handlers<typeof healthRoutes> => ({
  listHealthRecords: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (tx, slice) => listHealthRecordsAsJson(tx, farmId, slice)),
  addHealthRecord: ({ body }, context) => addHealthRecord(deps, context, body),
});
