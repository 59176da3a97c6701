import type { breedingRoutes } from '#contract/breeding.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { writeList } from '#server/lists/pages.ts';
import { listBreedingRecordsAsJson } from './breeding.queries.ts';
import { addBreedingRecord, changeBreedingRecord, removeBreedingRecord } from './breeding.service.ts';

export const breedingHandlers = (deps: Deps): Handlers<typeof breedingRoutes> => ({
  listBreedingRecords: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (tx, slice) => listBreedingRecordsAsJson(tx, farmId, slice)),
  addBreedingRecord: ({ body }, { farmId }) => addBreedingRecord(deps, farmId, body),
  changeBreedingRecord: ({ params, body }, { farmId }) => changeBreedingRecord(deps, farmId, params.id, body),
  deleteBreedingRecord: async ({ params }, { farmId }) => {
    await removeBreedingRecord(deps, farmId, params.id);
    return { message: 'Breeding record deleted successfully' };
  },
});
