import { sql } from 'kysely';
import { isAny } from '#server/db/rows.ts';
import { isShared, type Db } from './engines/connect.ts';
import { endFillings } from './filling.ts';
import { readBeatsBeside } from './heartbeat.ts';
import { inTransaction, type Tx } from './transaction.ts';

/** Whether the database was restored and not resumed since: no mail, payment, hook, backup or clean-up goes out from it. */
export const isHeld = (db: Db | Tx): Promise<boolean> =>
  isAny(db.selectFrom('restores').select('restored_at').where('is_held', '=', true).limit(1));

/** Whether a mail about an event at this time may have been sent before the database was restored. */
export const mayHaveBeenSent = (tx: Tx, happenedAt: string): Promise<boolean> =>
  isAny(tx.selectFrom('restores').select('restored_at').where('restored_at', '>=', happenedAt).limit(1));

/** Marks a restored database, which is held until the operator resumes it. A new `epoch` makes browsers copy its farms again. */
export async function recordRestore(tx: Tx, now: Date): Promise<void> {
  const restored_at = now.toISOString();
  await tx
    .insertInto('restores')
    .values({ restored_at, is_held: true })
    .onConflict((conflict) => conflict.column('restored_at').doUpdateSet({ is_held: true }))
    .execute();
  await tx.updateTable('farms').set({ epoch: crypto.randomUUID() }).execute();
  await endFillings(tx);
  // Sessions and keys that were revoked since the backup would be valid again, and it is unknown which, so all are revoked.
  const revoked = { revoked_at: restored_at };
  for (const table of ['sessions', 'device_pins'] as const) await tx.deleteFrom(table).execute();
  await tx.updateTable('api_keys').set(revoked).where('revoked_at', 'is', null).execute();
  await tx.updateTable('invitations').set(revoked).where('revoked_at', 'is', null).where('accepted_at', 'is', null).execute();
  await tx.updateTable('transfers').set(revoked).where('revoked_at', 'is', null).where('accepted_at', 'is', null).execute();
  await tx.updateTable('hook_deliveries').set({ state: 'held' }).where('state', '=', 'waiting').execute();
  // Changes in the log up to now may have been delivered before the restore.
  const farms = await tx
    .selectFrom('farms')
    .select(['id', 'revision'])
    .where('id', 'in', (query) => query.selectFrom('hooks').select('farm_id'))
    .execute();
  for (const { id, revision } of farms)
    await tx.updateTable('hooks').set({ seen_revision: revision }).where('farm_id', '=', id).execute();
}

export const liftHold = (db: Db | Tx): Promise<unknown> =>
  db.updateTable('restores').set({ is_held: false }).where('is_held', '=', true).execute();

/**
 * Detects a database that was restored by other means. A PostgreSQL database knows its cluster and its name there, so a dump that was restored
 * elsewhere is recognised. Otherwise it counts fewer beats than the file beside it. Independent of clocks.
 */
export async function detectRestore(db: Db, dataDir: string, now: Date): Promise<boolean> {
  const beatsBeside = await readBeatsBeside(dataDir);
  const here = await readCluster(db);
  return inTransaction(db, async (tx) => {
    const { beats, cluster } = await tx.selectFrom('heartbeat').select(['beats', 'cluster']).executeTakeFirstOrThrow();
    const isMoved = here !== undefined && cluster !== null && cluster !== here;
    const isBehind = beatsBeside > beats;
    const known = { ...(here !== undefined && { cluster: here }), ...(isBehind && { beats: beatsBeside }) };
    if (isBehind || (here !== undefined && cluster !== here)) await tx.updateTable('heartbeat').set(known).execute();
    if (isMoved || isBehind) await recordRestore(tx, now);
    return isMoved || isBehind;
  });
}

async function readCluster(db: Db): Promise<string | undefined> {
  if (!isShared(db)) return undefined;
  const query = sql<{
    cluster: string;
  }>`select concat(system_identifier, '/', (select oid from pg_database where datname = current_database()))
    as cluster from pg_control_system()`;
  // A service may not let its users ask.
  const { rows } = await query.execute(db).catch(() => ({ rows: [] }));
  return rows[0]?.cluster;
}
