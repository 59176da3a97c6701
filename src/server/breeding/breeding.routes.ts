import type { breedingRoutes } from '#contract/breeding.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { inSnapshot } from '#server/db/transaction.ts';
import { writeList } from '#server/lists/pages.ts';
import { listBreedingRecordsAsJson } from './breeding.queries.ts';
import { addBreedingRecord, changeBreedingRecord, removeBreedingRecord } from './breeding.service.ts';

export const breedingHandlers = (deps: Deps): Handlers<typeof breedingRoutes> => ({
  listBreedingRecords: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => inSnapshot(deps.db, (tx) => listBreedingRecordsAsJson(tx, farmId, rows))),
  addBreedingRecord: ({ body }, context) => addBreedingRecord(deps, context, body),
  changeBreedingRecord: ({ params, body }, context) => changeBreedingRecord(deps, context, params.id, body),
  deleteBreedingRecord: async ({ params }, context) => {
    await removeBreedingRecord(deps, context, params.id);
    return { message: 'Breeding record deleted successfully' };
  },
});
