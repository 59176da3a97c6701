import { setImmediate } from 'node:timers/promises';
import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import { FarmLocked, type FarmLocks } from './farm-locks.ts';
import { longStatementMs, ServerAdapter } from './postgres.ts';
import { prepare } from './prepared.ts';
import type { Database } from './schema.ts';
import { EmbeddedAdapter, SqliteConnection } from './sqlite.ts';
import { LongTransaction } from './sqlite-long-transaction.ts';
import { ensureTakesShort, TakesLong } from './shared-commits.ts';

export type Tx = Transaction<Database>;

/** For writes that do not concern a farm's records. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  whenFarmsAreFree(db, () => db.transaction().execute(work));

/**
 * One write of a farm at a time. Taking the next revision locks the farm's row, so counts, caps and pedigrees read inside stay true until the
 * end, on all servers. If `work` pauses and takes long while it shares a commit, it is rolled back and run again by itself, on SQLite as a long
 * transaction: it may run twice and must act only through `tx`. `plannedAt` is the revision for which the work was planned outside the
 * transaction; FarmChanged is thrown if the farm has changed since. Within a transaction of the same farm, `work` is a part of it.
 */
export async function inFarmTransaction<T>(
  db: Db,
  farmId: FarmId,
  work: (tx: Tx) => Promise<T>,
  { plannedAt }: { readonly plannedAt?: number } = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  const ensureAsPlanned = (tx: Tx) => (plannedAt === undefined ? undefined : ensureRevision(tx, farmId, plannedAt));
  try {
    const write = async (tx: Tx): Promise<T> => {
      await ensureAsPlanned(tx);
      await lockFarm(tx, farmId);
      return work(tx);
    };
    const { adapter } = db.getExecutor();
    return await (adapter instanceof ServerAdapter ? adapter.commits.run(db, farmId, write) : inTransaction(db, write));
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error;
  }
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await withConnection(tx, async ({ transaction }) => {
        if (transaction instanceof LongTransaction) await transaction.lockFarm(farmId);
      });
      await ensureAsPlanned(tx);
      await takeNextRevision(tx, { farmId, now: Date.now() });
      return work(tx);
    });
}

const isTransaction = (db: Db): db is Tx => db.isTransaction;

export class FarmChanged extends Error {}

async function ensureRevision(tx: Tx, farmId: FarmId, revision: number): Promise<void> {
  const farm = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).forUpdate().executeTakeFirst();
  if (farm?.revision !== revision) throw new FarmChanged();
}

/**
 * The same within a transaction that concerns more than the farm. A revision is at least the time in milliseconds, so that no number is used
 * for a different state after a restore.
 */
export async function lockFarm(tx: Tx, farmId: FarmId): Promise<void> {
  ensureFree(tx, farmId);
  await takeNextRevision(tx, { farmId, now: Date.now() });
}

const takeNextRevision = prepare((db, { farmId, now }: { farmId: FarmId; now: number }) =>
  db
    .updateTable('farms')
    .set((eb) => ({
      revision: eb
        .case()
        .when('revision', '<', now)
        .then(now)
        .else(eb('revision', '+', 1))
        .end(),
    }))
    .where('id', '=', farmId),
);

/** Await this between two parts of the work in a transaction, so that other requests are handled and writes sharing its commit need not wait. */
export const pause = (tx: Db | Tx): Promise<void> => pauseConnection(tx, false);

/** Await this before waiting for anything but the database, because writes sharing the commit, and on SQLite all writes, would wait too. */
export const releaseWriter = (tx: Db | Tx): Promise<void> => pauseConnection(tx, true);

async function pauseConnection(tx: Db | Tx, mustRelease: boolean): Promise<void> {
  if (!isEmbedded(tx)) {
    if (isTransaction(tx)) ensureTakesShort(tx, mustRelease);
    return setImmediate();
  }
  await withConnection(tx, async ({ transaction }) => (transaction ? transaction.pause(mustRelease) : setImmediate()));
}

/** Waits until no long transaction writes to the farm, since its committed slices must not be visible. */
export const waitForFarm = async (db: Db, farmId: FarmId): Promise<void> => farmLocks(db)?.waitUntilFree(farmId);

/** Rolls back long transactions of a crashed server, before any request is answered. Resolves with their number. */
export async function rollBackInterrupted(db: Db): Promise<number> {
  let undone = 0;
  await db.connection().execute((connection) =>
    withConnection(connection, async ({ longTransactions }) => {
      undone = await longTransactions.undoAll();
    }),
  );
  return undone;
}

export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

export interface FarmState {
  readonly revision: number;
  readonly epoch: string;
}

/**
 * A snapshot of a farm that contains everything written up to its revision. On SQLite a long transaction takes the revision first and commits
 * its rows later, so it is checked before and after the first read, which takes the snapshot; no long transaction can begin and end in
 * between.
 */
export const inFarmSnapshot = <T, F>(
  db: Db,
  farmId: FarmId,
  readFarm: (tx: Tx, farmId: FarmId) => Promise<F>,
  work: (tx: Tx, farm: F) => Promise<T>,
): Promise<T> =>
  whenFarmsAreFree(db, () =>
    inSnapshot(db, async (tx) => {
      ensureFree(tx, farmId);
      const farm = await readFarm(tx, farmId);
      ensureFree(tx, farmId);
      return work(tx, farm);
    }),
  );

function ensureFree(tx: Tx, farmId: FarmId): void {
  if (farmLocks(tx)?.isLocked(farmId)) throw new FarmLocked(farmId);
}

/** For work on thousands of rows: until the transaction ends, a statement may take a minute. SQLite has no limit. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`set local statement_timeout = ${sql.lit(longStatementMs)}`.execute(tx);
  }
}

function farmLocks(db: Db | Tx): FarmLocks | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof EmbeddedAdapter ? adapter.farmLocks : undefined;
}

export const isEmbedded = (db: Db | Tx): boolean => farmLocks(db) !== undefined;

async function withConnection(db: Db | Tx, work: (connection: SqliteConnection) => Promise<void>): Promise<void> {
  await db.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof SqliteConnection) await work(connection);
  });
}

async function whenFarmsAreFree<T>(db: Db, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof FarmLocked)) throw error;
      await farmLocks(db)?.waitUntilFree(error.farmId);
    }
  }
}
