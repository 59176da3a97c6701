import { takeBackArchive } from '#server/archive/take-back.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { endFilling } from '#server/db/fill-farm.ts';
import { takeOverFillings } from '#server/db/filling.ts';
import type { Deps } from '#server/deps.ts';
import { continueUndo, takeBackImport } from '#server/imports/undo-import.service.ts';
import type { Job } from '#server/jobs/job.ts';

type Needs = Pick<Deps, 'db' | 'now'> & { readonly log: Pick<Deps['log'], 'warn'> };

/** Large writes whose server has ended: an import or an archive is taken back, an undo is finished, of one that was only planned nothing is left. */
export async function endUnfinishedFillings({ db, now, log }: Needs, signal?: AbortSignal): Promise<void> {
  for (const { farmId: id, filling } of await takeOverFillings(db, now())) {
    signal?.throwIfAborted();
    const farmId = vouchedFarmId(id);
    if (filling.kind === 'plan') await endFilling(db, farmId, filling);
    else if (filling.kind === 'archive') await takeBackArchive(db, farmId, filling);
    else if (filling.kind === 'import') await takeBackImport({ db, now }, farmId, filling);
    else await continueUndo({ db, now }, farmId, filling);
    log.warn({ farmId, kind: filling.kind }, 'ended a large write that its server had not finished');
  }
}

export const unfinishedFillings: Job = {
  name: 'farms: end unfinished imports',
  everyMs: 30_000,
  run: endUnfinishedFillings,
};
