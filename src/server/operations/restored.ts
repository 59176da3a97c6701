import { recordTime } from '#server/db/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { detectMove, detectRestore, findLastRestore, recordHeartbeat } from '#server/db/restores.ts';
import type { Deps } from '#server/deps.ts';
import { listHeldMail } from '#server/mail/outbox.queries.ts';
import { listHeldPayments } from '#server/payments/payments.queries.ts';
import { countTasks } from '#server/tasks/tasks.queries.ts';
import { bad, note, type Finding } from './findings.ts';
import { minuteMs } from '#server/time-after.ts';

export async function describeRestore(db: Db, dataDir: string, now: Date): Promise<string[]> {
  // A moved database has no heartbeat of its own beside it.
  const isMoved = await detectMove(db, now);
  const isDetected = !isMoved && (await detectRestore(db, dataDir, now));
  const detected = isDetected ? ['The database is of an earlier time than when it was used last: it was restored.'] : [];
  const moved = isMoved ? ['The database is in another PostgreSQL than when it was used last: it was restored there.'] : [];
  const findings = await examineRestored(db);
  return [...moved, ...detected, ...findings.map(({ message, advice }) => `${message}. ${advice}`)];
}

/** Counts every minute, so that an older database is detected at the next start. */
export function startHeartbeat({ db, config: { dataDir }, now, log }: Pick<Deps, 'db' | 'config' | 'now' | 'log'>): {
  stop: () => void;
} {
  const beat = async (): Promise<void> => {
    await recordHeartbeat(db, dataDir);
    if (await recordTime(db, now()))
      log.warn('the clock has jumped by more than a week: nothing is removed or ended by its age for a day');
  };
  const count = (): void => void beat().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat could not be written'));
  const timer = setInterval(count, minuteMs);
  count();
  return { stop: () => clearInterval(timer) };
}

export async function examineRestored(db: Db): Promise<Finding[]> {
  const restore = await findLastRestore(db);
  const { held } = await countTasks(db, 'mail');
  const payments = await listHeldPayments(db);
  return [
    ...(restore?.is_paused
      ? [
          bad(
            'this is a restored copy: no mail, payment, backup or clean-up goes out from it',
            'If it takes the place of the installation that it was taken from: npm run restore -- resume',
          ),
        ]
      : []),
    ...(restore && !restore.is_paused && restore.reconciled_at === null
      ? [
          note(
            'what the payment service knows since the backup is not compared yet; until then nothing is sold',
            'The server does it by itself; if it does not, the log says why',
          ),
        ]
      : []),
    ...(held > 0
      ? [
          note(
            `${held} mails were perhaps sent before the restore, and wait`,
            'See them: npm run restore -- mails; then: npm run restore -- mails send, or mails drop',
          ),
        ]
      : []),
    ...(payments.length > 0
      ? [
          bad(
            `${payments.length} subscriptions are paid at Stripe for what is not known here: ${payments.map(({ id }) => id).join(', ')}`,
            'npm run payments',
          ),
        ]
      : []),
  ];
}

export async function listHeldMails(db: Db): Promise<string> {
  const mails = await listHeldMail(db);
  if (mails.length === 0) return 'No mail waits for your word.';
  return mails.map(({ to, subject, queuedAt }) => `${queuedAt}  ${to}  ${subject}`).join('\n');
}
