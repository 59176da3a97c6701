import { purgeOldEmailChanges } from './accounts/email-changes.queries.ts';
import { purgeOldEmailConfirmations } from './accounts/email-confirmations.queries.ts';
import { purgeOldLinks } from './accounts/registration-links.queries.ts';
import { purgeExpiredPasswords } from './accounts/temporary-passwords.queries.ts';
import { removeUnusedPictures } from './files/files.service.ts';
import { purgeOldChanges } from './db/changes.ts';
import { purgeOldDeliveries } from './integrations/hooks.queries.ts';
import { purgeOldLimits } from './http/limits.ts';
import { endExpiredSessions } from './http/sessions.ts';
import type { Job } from './jobs/job.ts';
import { removeOldMailFiles } from './mail/mail-transport.ts';
import { purgeOldSearchStops } from './market/search-mail.ts';
import { purgeOldMessages } from './payments/payments.queries.ts';
import { purgeOldStops } from './reminders/morning-mail.ts';
import { purgeTasks } from './tasks/tasks.queries.ts';
import { dayMs, hourMs, timeAfter } from './time-after.ts';

export const housekeeping: Job = {
  name: 'housekeeping',
  everyMs: hourMs,
  byAge: true,
  run: async ({ db, config: { dataDir }, now, pictures }, signal) => {
    await endExpiredSessions(db, now());
    await purgeExpiredPasswords(db, now());
    await purgeOldEmailChanges(db, now());
    await purgeOldEmailConfirmations(db, now());
    await purgeOldLinks(db, now());
    await purgeOldLimits(db, now());
    await purgeOldChanges(db, now());
    const monthAgo = timeAfter(now(), -30 * dayMs);
    await purgeTasks(db, 'mail', monthAgo);
    await removeOldMailFiles(dataDir, monthAgo);
    await purgeOldDeliveries(db, monthAgo);
    await purgeOldMessages(db, timeAfter(now(), -90 * dayMs));
    await purgeOldStops(db, now());
    await purgeOldSearchStops(db, now());
    signal.throwIfAborted();
    await removeUnusedPictures({ db, now, pictures });
  },
};
