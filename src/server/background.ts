import { removeDeletedFarms } from './admin/remove-farm.ts';
import { hourlyBackup, restoreDrill } from './backups/backups.jobs.ts';
import { housekeeping } from './housekeeping.ts';
import type { Job } from './jobs/job.ts';
import { foldMissingStates } from './events/fold-states.jobs.ts';
import { endMembershipsByTime } from './members/end-membership.ts';
import { renameListings } from './market/stale-listings.ts';
import { paymentJobs } from './payments/payments.jobs.ts';
import { deliverHooks } from './integrations/deliver-hooks.jobs.ts';
import { searchMail } from './market/search-mail.ts';
import { morningMail } from './reminders/morning-mail.ts';
import { morningPush } from './reminders/morning-push.ts';
import { trialReminder } from './payments/trial-reminder.ts';
import { takeBackArchive } from './archive/take-back.ts';
import { vouchedFarmId } from './db/farm-id.ts';
import { takeOverFillings } from './db/filling.ts';
import { measureFarms } from './plans/measure-farms.ts';
import { continueUndo, takeBackImport } from './imports/undo-import.service.ts';

/** Large writes whose server has ended: an import or an archive is taken back, an undo is finished. */
const unfinishedFillings: Job = {
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

export const backgroundJobs: readonly Job[] = [
  unfinishedFillings,
  housekeeping,
  ...paymentJobs,
  trialReminder,
  morningMail,
  morningPush,
  searchMail,
  deliverHooks,
  endMembershipsByTime,
  renameListings,
  foldMissingStates,
  removeDeletedFarms,
  measureFarms,
  hourlyBackup,
  restoreDrill,
];
