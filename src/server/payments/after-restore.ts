import type { Db } from '#server/db/connect.ts';
import { findLastRestore } from '#server/db/restores.ts';
import { Problem } from '#server/problem.ts';

export async function isBehind(db: Db): Promise<boolean> {
  const restore = await findLastRestore(db);
  return restore !== undefined && (restore.is_paused || restore.reconciled_at === null);
}

/** Throws while the reconciliation is pending, because a person who paid since the backup would pay again, and cancelled subscriptions would resume. */
export async function refuseAfterRestore(db: Db): Promise<void> {
  if (!(await isBehind(db))) return;
  throw new Problem('payments.unavailable', {
    message:
      'This site was restored from a backup and is checking payments with the payment service. Try again in a few minutes.',
  });
}
