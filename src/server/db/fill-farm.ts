import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import { Filling, type FillingKind } from './filling.ts';
import { Problem } from '#server/problem.ts';
import { FarmChanged, inFarmTransaction, type Tx } from './transaction.ts';

/** As many rows are written in one transaction, without anybody being told. */
const rowsAtOnce = 500;

/** Runs `work` in a farm transaction of its own, or in the one that all parts share. */
export type WritePart = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface Fill<T> {
  readonly kind: FillingKind;
  readonly subject?: string;
  readonly rows: number;
  /** The revision for which the work was planned, or the filling that has kept the farm unchanged since. */
  readonly plannedAt?: number | Filling;
  /** Whatever can be refused is checked here, before anything is written. */
  readonly begin?: (tx: Tx) => Promise<void>;
  /** `db` reads what the parts have written. */
  readonly write: (part: WritePart, db: Db) => Promise<void>;
  /** In the same transaction as the end of the filling. */
  readonly end: (tx: Tx) => Promise<T>;
  /** After a failure; undefined for work that is continued instead. */
  readonly takeBack?: (filling: Filling) => Promise<void>;
}

/**
 * Writes many rows of a farm: few of them in one transaction, more in batches, each an ordinary farm transaction. Until the end every other
 * read and write of the farm waits, and is then told that the farm is being filled. What fails is taken back; what a crash interrupts is
 * finished or taken back by `unfinishedFillings` (operations/unfinished-fillings.ts).
 */
export async function fillFarm<T>(db: Db, farmId: FarmId, fill: Fill<T>): Promise<T> {
  const { rows, plannedAt, begin, write, end, takeBack } = fill;
  const isHeld = plannedAt instanceof Filling;
  const planned = isHeld ? { filling: plannedAt } : plannedAt === undefined ? {} : { plannedAt };
  if (rows <= rowsAtOnce && !isHeld) {
    return inFarmTransaction(
      db,
      farmId,
      async (tx) => {
        await begin?.(tx);
        await write((work) => work(tx), tx);
        return end(tx);
      },
      planned,
    );
  }
  const filling = await inFarmTransaction(
    db,
    farmId,
    async (tx) => {
      await begin?.(tx);
      return beginFilling(tx, farmId, fill);
    },
    planned,
  );
  try {
    return await continueFilling(db, farmId, filling, { write, end });
  } catch (error) {
    // If that fails too (a full disk), the job tries again.
    await takeBack?.(filling).catch(() => {});
    throw error;
  }
}

async function beginFilling(
  tx: Tx,
  farmId: FarmId,
  { kind, subject = '' }: Pick<Fill<unknown>, 'kind' | 'subject'>,
): Promise<Filling> {
  const { revision } = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
  const filling = new Filling(kind, subject, revision);
  await tx
    .updateTable('farms')
    .set({ filling: filling.token, filling_from: revision, filling_until: filling.until(Date.now()) })
    .where('id', '=', farmId)
    .execute();
  return filling;
}

export async function continueFilling<T>(
  db: Db,
  farmId: FarmId,
  filling: Filling,
  { write, end }: Pick<Fill<T>, 'write' | 'end'>,
): Promise<T> {
  const part: WritePart = (work) => inFarmTransaction(db, farmId, work, { filling });
  await write(part, db);
  return part(async (tx) => {
    const result = await end(tx);
    await endFilling(tx, farmId, filling);
    return result;
  });
}

/** Removes what the log says of a filling that is taken back. */
export async function forgetAct(part: WritePart, farmId: FarmId, revision: number): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await part(async (tx) => {
      const rows = await tx
        .selectFrom('changes')
        .select('n')
        .where('farm_id', '=', farmId)
        .where('revision', '=', revision)
        .orderBy('n')
        .limit(rowsAtOnce)
        .execute();
      const last = rows.at(-1)?.n;
      if (last === undefined) return false;
      await tx
        .deleteFrom('changes')
        .where('farm_id', '=', farmId)
        .where('revision', '=', revision)
        .where('n', '<=', last)
        .execute();
      return true;
    });
  }
}

/**
 * Plans and writes again if the farm has changed since it was planned, or another farm has taken an id. While somebody keeps changing the
 * farm, all other writes wait for the last attempt, which fills it from its planning on.
 */
export async function untilAsPlanned<T>(db: Db, farmId: FarmId, planAndWrite: (held?: Filling) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await planAndWrite();
    } catch (error) {
      if (!(error instanceof FarmChanged) && !isOfTakenId(error)) throw error;
    }
  }
  const held = await inFarmTransaction(db, farmId, (tx) => beginFilling(tx, farmId, { kind: 'plan' }));
  try {
    return await planAndWrite(held);
  } catch (error) {
    throw error instanceof FarmChanged ? new Problem('server.busy', { retryAfter: 2 }) : error;
  } finally {
    // Nothing, once it has become another filling.
    await endFilling(db, farmId, held);
  }
}

const maxAttempts = 3;

/** PostgreSQL's unique_violation, SQLite's SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
function isOfTakenId(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === '23505' || errcode === 2067 || errcode === 1555;
}

export const endFilling = (db: Db | Tx, farmId: FarmId, { token }: Filling): Promise<unknown> =>
  db
    .updateTable('farms')
    .set({ filling: null, filling_from: null, filling_until: null })
    .where('id', '=', farmId)
    .where('filling', '=', token)
    .execute();
