import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';
import type { Tx } from './transaction.ts';

export type Restore = Database['restores'];

/** The last time this database was put back to an earlier state. */
export const findLastRestore = (db: Db | Tx): Promise<Restore | undefined> =>
  db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** A copy beside the installation that it was taken from: no mail, no payment, no backup and no clean-up leaves it. */
export const isPaused = async (db: Db | Tx): Promise<boolean> => (await findLastRestore(db))?.is_paused === true;

/**
 * Written into a database that was put back. What it was about to send may have been sent since, so those mails wait for the operator's
 * word; what it believes of payments is compared with the payment provider before anything is told there.
 */
export async function recordRestore(
  tx: Tx,
  { backupId, isPaused: is_paused, now }: { backupId: string | null; isPaused: boolean; now: Date },
): Promise<void> {
  const id = 1 + ((await findLastRestore(tx))?.id ?? 0);
  const heard = await tx
    .selectFrom('payment_events')
    .select((eb) => eb.fn.max('happened_at').as('until'))
    .where('id', 'not like', 'evt_test_%')
    .executeTakeFirst();
  await tx
    .insertInto('restores')
    .values({
      id,
      backup_id: backupId,
      restored_at: now.toISOString(),
      is_paused,
      heard_until: heard?.until ?? null,
      reconciled_at: null,
    })
    .execute();
  for (const table of ['subscriptions', 'checkouts'] as const) await tx.updateTable(table).set({ checked_at: null }).execute();
  await tx
    .updateTable('outbox')
    .set({ held_since: now.toISOString() })
    .where('sent_at', 'is', null)
    .where('held_since', 'is', null)
    .execute();
}

/** From now on it acts outside: it takes the place of the installation that it was taken from. False: it did before. */
export async function resumeOutside(db: Db): Promise<boolean> {
  const resumed = await db
    .updateTable('restores')
    .set({ is_paused: false })
    .where('is_paused', '=', true)
    .returning('id')
    .execute();
  return resumed.length > 0;
}

export const markReconciled = (db: Db, id: number, now: Date): Promise<unknown> =>
  db.updateTable('restores').set({ reconciled_at: now.toISOString() }).where('id', '=', id).execute();

/** Whether something that happened then may have been told already, by the database that was there before the last restore. */
export async function wasPerhapsTold(tx: Tx, happenedAt: string): Promise<boolean> {
  const restore = await findLastRestore(tx);
  return restore !== undefined && happenedAt <= restore.restored_at;
}

const heartbeatFile = (dataDir: string): string => join(dataDir, 'heartbeat');

/** Counts on, in the database and then beside it. */
export async function beat(db: Db, dataDir: string): Promise<void> {
  const { beats } = await db
    .updateTable('heartbeat')
    .set((eb) => ({ beats: eb('beats', '+', 1) }))
    .returning('beats')
    .executeTakeFirstOrThrow();
  const draft = `${heartbeatFile(dataDir)}.part`;
  await writeFile(draft, String(beats), { mode: 0o600 });
  await rename(draft, heartbeatFile(dataDir));
}

/**
 * A database that counts fewer beats than were counted beside it was put back by hand: with pg_restore, a file that was copied, a
 * snapshot of its disk. Clocks have no say in it. Answers whether it was.
 */
export async function noticeRestore(db: Db, dataDir: string, now: Date): Promise<boolean> {
  const counted = Number(await readFile(heartbeatFile(dataDir), 'utf8').catch(() => '0'));
  const { beats } = await db.selectFrom('heartbeat').select('beats').executeTakeFirstOrThrow();
  if (!(counted > beats)) return false;
  await db.transaction().execute(async (tx) => {
    await recordRestore(tx, { backupId: null, isPaused: false, now });
    await tx.updateTable('heartbeat').set({ beats: counted }).execute();
  });
  return true;
}
