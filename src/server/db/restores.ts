import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isShared, type Db } from './connect.ts';
import type { Database } from './schema.ts';
import type { Tx } from './transaction.ts';

export type Restore = Database['restores'];

export const findLastRestore = (db: Db | Tx): Promise<Restore | undefined> =>
  db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Whether this is a copy of the real installation, which must send no mail and no payments and make and delete no backups. */
export const isPaused = async (db: Db | Tx): Promise<boolean> => (await findLastRestore(db))?.is_paused === true;

/**
 * Marks a restored database. A new `epoch` makes browsers copy its farms again. Its unsent mails may have been sent since the backup, so they
 * wait for the operator; subscriptions and checkouts are compared with the payment provider before anything is sent there.
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
  await tx.updateTable('farms').set({ epoch: crypto.randomUUID() }).execute();
  for (const table of ['subscriptions', 'checkouts'] as const) await tx.updateTable(table).set({ checked_at: null }).execute();
  // Sessions and keys that were revoked since the backup would be valid again, and it is unknown which, so all are revoked.
  const revoked = { revoked_at: now.toISOString() };
  for (const table of ['sessions', 'device_pins'] as const) await tx.deleteFrom(table).execute();
  await tx.updateTable('api_keys').set(revoked).where('revoked_at', 'is', null).execute();
  await tx.updateTable('invitations').set(revoked).where('revoked_at', 'is', null).where('accepted_at', 'is', null).execute();
  await tx.updateTable('transfers').set(revoked).where('revoked_at', 'is', null).where('accepted_at', 'is', null).execute();
  await tx.updateTable('hook_deliveries').set({ state: 'held' }).where('state', '=', 'waiting').execute();
  // Changes in the log up to now may have been delivered before the restore.
  await tx
    .updateTable('hooks')
    .set((eb) => ({
      seen_revision: eb.selectFrom('farms').select('farms.revision').whereRef('farms.id', '=', 'hooks.farm_id').$asScalar(),
    }))
    .execute();
  await tx
    .updateTable('tasks')
    .set({ state: 'held', holder: null, lease_until: null })
    .where('kind', '=', 'mail')
    .where('state', '=', 'waiting')
    .execute();
}

/** Turns a paused copy into the real installation. Resolves with false if it already is. */
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

/** Whether a mail about an event at this time may have been sent before the database was restored. */
export async function mayHaveBeenSent(tx: Tx, happenedAt: string): Promise<boolean> {
  const restore = await findLastRestore(tx);
  return restore !== undefined && happenedAt <= restore.restored_at;
}

const heartbeatFile = (dataDir: string): string => join(dataDir, 'heartbeat');

/** Writes to the database first and then to the file, so that the file is ahead only after a restore. */
export async function recordHeartbeat(db: Db, dataDir: string): Promise<void> {
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
 * Detects a dump that was restored on another PostgreSQL cluster or in another database: the original may still run, so it is paused until
 * the operator resumes it (`restore -- resume`).
 */
export async function detectMove(db: Db, now: Date): Promise<boolean> {
  if (!isShared(db)) return false;
  const query = sql<{
    cluster: string;
  }>`select concat(system_identifier, '/', (select oid from pg_database where datname = current_database()))
    as cluster from pg_control_system()`;
  // A service may not let its users ask.
  const { rows } = await query.execute(db).catch(() => ({ rows: [] }));
  const cluster = rows[0]?.cluster;
  if (cluster === undefined) return false;
  return db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('heartbeat').select('cluster').forUpdate().executeTakeFirstOrThrow();
    if (before.cluster === cluster) return false;
    await tx.updateTable('heartbeat').set({ cluster }).execute();
    if (before.cluster === null) return false;
    await recordRestore(tx, { backupId: null, isPaused: true, now });
    return true;
  });
}

/**
 * Detects a database that was restored by other means (pg_restore, a copied file, a snapshot of the disk): its heartbeat counts fewer beats than the
 * file beside it. Independent of clocks.
 */
export async function detectRestore(db: Db, dataDir: string, now: Date): Promise<boolean> {
  const counted = Number(await readFile(heartbeatFile(dataDir), 'utf8').catch(() => '0'));
  const { beats } = await db.selectFrom('heartbeat').select('beats').executeTakeFirstOrThrow();
  if (!(counted > beats)) return false;
  await db.transaction().execute(async (tx) => {
    await recordRestore(tx, { backupId: null, isPaused: false, now });
    await tx.updateTable('heartbeat').set({ beats: counted }).execute();
  });
  return true;
}
