import { takeBackArchive } from './archive/take-back.ts';
import { vouchedFarmId } from './db/farm-id.ts';
import { takeOverFillings } from './db/filling.ts';
import { continueUndo, takeBackImport } from './imports/undo-import.service.ts';
import type { Job } from './jobs/job.ts';

/** Large writes whose server has ended: an import or an archive is taken back, an undo is finished. */
export const unfinishedFillings: Job = {
  name: 'farms: end unfinished imports',
  everyMs: 30_000,
  run: async ({ db, now, log }, signal) => {
    for (const { farmId: id, filling } of await takeOverFillings(db, now())) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      if (filling.kind === 'archive') await takeBackArchive(db, farmId, filling);
      else if (filling.kind === 'import') await takeBackImport({ db, now }, farmId, filling);
      else await continueUndo({ db, now }, farmId, filling);
      log.warn({ farmId, kind: filling.kind }, 'ended a large write that its server had not finished');
    }
  },
};
