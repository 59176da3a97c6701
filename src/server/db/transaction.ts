import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import { longStatementMs } from './postgres.ts';
import { prepare } from './prepared.ts';
import type { Database } from './schema.ts';

export type Tx = Transaction<Database>;

/** One write of anything that is not a farm's: all of it or nothing. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

/**
 * One write of a farm: all of it or nothing, and one at a time.
 * Taking the next revision locks the farm's row, so counts, caps and pedigrees read inside cannot change until the end,
 * whichever process or server the others run on.
 */
export function inFarmTransaction<T>(db: Db, farmId: FarmId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockFarm(tx, farmId);
    return work(tx);
  });
}

/**
 * The same in the middle of a transaction that is about more than the farm.
 * A revision is at least the time in milliseconds, so that after a backup was restored no number stands for something else than before.
 */
export async function lockFarm(tx: Tx, farmId: FarmId): Promise<void> {
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

/** Several reads of one and the same moment, whatever is written meanwhile. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** For work on thousands of rows at once: until the transaction ends a statement may take a minute. SQLite sets no limit. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`set local statement_timeout = ${sql.lit(longStatementMs)}`.execute(tx);
  }
}
