import type { healthRoutes } from '#contract/health.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { writeList } from '#server/lists/pages.ts';
import { listHealthRecordsAsJson } from './health.queries.ts';
import { addHealthRecord, changeHealthRecord, removeHealthRecord } from './health.service.ts';

export const healthHandlers = (deps: Deps): Handlers<typeof healthRoutes> => ({
  listHealthRecords: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => listHealthRecordsAsJson(deps.db, farmId, rows)),
  addHealthRecord: ({ body }, context) => addHealthRecord(deps, context, body),
  changeHealthRecord: ({ params, body }, context) => changeHealthRecord(deps, context, params.id, body),
  removeHealthRecord: async ({ params }, context) => {
    await removeHealthRecord(deps, context, params.id);
    return { message: 'Health record deleted successfully' };
  },
});
