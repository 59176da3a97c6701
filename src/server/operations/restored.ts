import type { Db } from '#server/db/engines/connect.ts';
import { recordHeartbeat } from '#server/db/heartbeat.ts';
import { isAnyFilling } from '#server/db/filling.ts';
import { detectRestore, isHeld, liftHold } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { dropMailsOfBackup } from '#server/mail/outbox.queries.ts';
import { OperatorError } from '#server/operator.ts';
import { ProviderError } from '#server/payment-provider/provider.ts';
import { readAllPayments } from '#server/payments/after-restore.ts';
import type { PaymentDeps } from '#server/payments/payment-context.ts';
import { listHeldPayments } from '#server/payments/payments.queries.ts';
import { minuteMs } from '#server/time-after.ts';
import { bad, type Finding } from './findings.ts';
import { endUnfinishedFillings } from './unfinished-fillings.ts';

export async function describeRestore(db: Db, dataDir: string, now: Date): Promise<string[]> {
  await detectRestore(db, dataDir, now);
  return (await examineRestored(db)).map(({ message, advice }) => `${message}. ${advice}`);
}

/** Resolves with the mails of the backup that are not sent, because they may have been sent since. */
export async function resumeInstallation(deps: PaymentDeps, { sendsMails }: { readonly sendsMails: boolean }) {
  // A farm takes no payment while it is being filled.
  await endUnfinishedFillings(deps);
  if (await isAnyFilling(deps.db)) throw new OperatorError('A large import or its undo is being written. Try again in a minute.');
  await readAllPayments(deps).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new OperatorError(`Stripe does not say what was paid since the backup (${error.message}). Try again later.`);
  });
  return inTransaction(deps.db, async (tx) => {
    const dropped = sendsMails ? [] : await dropMailsOfBackup(tx);
    await liftHold(tx);
    return dropped;
  });
}

/** Counts every minute, so that an older database is detected at the next start. */
export function startHeartbeat({ db, config: { dataDir }, now, log }: Pick<Deps, 'db' | 'config' | 'now' | 'log'>): {
  stop: () => void;
} {
  const beat = async (): Promise<void> => {
    if (await recordHeartbeat(db, dataDir, now()))
      log.warn('the clock has jumped by more than a week: nothing is removed or ended by its age for a day');
  };
  const count = (): void => void beat().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat could not be written'));
  const timer = setInterval(count, minuteMs);
  count();
  return { stop: () => clearInterval(timer) };
}

export async function examineRestored(db: Db): Promise<Finding[]> {
  const payments = await listHeldPayments(db);
  const restored = bad(
    'this database was restored: no mail, payment, webhook, backup or clean-up goes out from it',
    'If it is the installation and not a copy beside it: npm run restore -- resume',
  );
  const unknown = bad(
    `${payments.length} subscriptions are paid at Stripe for what is not known here: ${payments.map(({ id }) => id).join(', ')}`,
    'npm run payments',
  );
  return [...((await isHeld(db)) ? [restored] : []), ...(payments.length > 0 ? [unknown] : [])];
}
