import { sql } from 'kysely';
import { purgeOldEmailChanges } from './accounts/email-changes.queries.ts';
import { purgeOldChanges } from './db/changes.ts';
import type { Db } from './db/engines/connect.ts';
import { removeUnusedPictures } from './files/files.service.ts';
import { purgeOldLimits } from './http/limits.ts';
import { endExpiredSessions } from './http/sessions.ts';
import { purgeOldDeliveries } from './integrations/hooks.queries.ts';
import type { Job } from './jobs/job.ts';
import { removeOldMailFiles } from './mail/mail-transport.ts';
import { purgeTasks } from './tasks/tasks.queries.ts';
import { dayMs, hourMs, timeAfter } from './time-after.ts';

/** Rows that are deleted when the time in their column is this many days ago. */
const purged = [
  ['temporary_passwords', 'expires_at', 0],
  ['registration_links', 'expires_at', 0],
  ['email_confirmations', 'created_at', 30],
  // Providers repeat a message for days at most.
  ['payment_events', 'received_at', 90],
  // The links in mails that unsubscribe.
  ['mail_stops', 'created_at', 90],
  ['search_mail_stops', 'created_at', 90],
] as const;

async function purgeByAge(db: Db, now: Date): Promise<void> {
  for (const [table, column, days] of purged) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${timeAfter(now, -days * dayMs)}`.execute(db);
  }
}

export const housekeeping: Job = {
  name: 'housekeeping',
  everyMs: hourMs,
  byAge: true,
  run: async ({ db, config: { dataDir }, now, pictures }, signal) => {
    await purgeByAge(db, now());
    await endExpiredSessions(db, now());
    await purgeOldEmailChanges(db, now());
    await purgeOldLimits(db, now());
    await purgeOldChanges(db, now());
    const monthAgo = timeAfter(now(), -30 * dayMs);
    await purgeTasks(db, 'mail', monthAgo);
    await removeOldMailFiles(dataDir, monthAgo);
    await purgeOldDeliveries(db, monthAgo);
    signal.throwIfAborted();
    await removeUnusedPictures({ db, now, pictures });
  },
};
