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
import { unfinishedFillings } from './operations/unfinished-fillings.ts';
import { measureFarms } from './plans/measure-farms.ts';

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
