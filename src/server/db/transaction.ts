import { PostgresAdapter, sql, type Transaction } from 'kysely';
import { callerOfFarm, currentCaller } from '#server/concurrency/caller.ts';
import { Problem } from '#server/problem.ts';
import { ensureAccess } from './access.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import { FarmFilling, type Filling, isFilling, waitUntilFilled } from './filling.ts';
import { relist } from './listings.ts';
import { longStatementMs } from './engines/postgres.ts';
import type { Database } from './schema/schema.ts';
import { EmbeddedAdapter } from './engines/sqlite.ts';
import { ensureBytesLeft, keepStoredBytes, StoredBytes, takeStoredBytes } from './stored-bytes.ts';

export type Tx = Transaction<Database>;

/** For writes that do not concern a farm's records. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

interface FarmWrite {
  /** The revision for which the work was planned outside the transaction; FarmChanged is thrown if the farm has changed since. */
  readonly plannedAt?: number;
  /** The work is a part of this filling; all other writes of the farm wait for its end. */
  readonly filling?: Filling;
}

/**
 * One write of a farm at a time. Taking the next revision locks the farm's row, so counts, caps and pedigrees read inside stay true until the
 * end, on all servers. Within a transaction of the same farm, `work` is a part of it.
 */
export async function inFarmTransaction<T>(
  db: Db,
  farmId: FarmId,
  work: (tx: Tx) => Promise<T>,
  { plannedAt, filling }: FarmWrite = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  const write = async (): Promise<T> => {
    // What the farm's row does not count yet.
    let pending = takeStoredBytes(farmId);
    try {
      return await inTransaction(db, async (uncounted) => {
        const stored = new StoredBytes();
        const tx = uncounted.withPlugin(stored);
        if (plannedAt !== undefined) await ensureRevision(tx, farmId, plannedAt);
        await lockFarm(tx, farmId, filling, pending);
        const farm = lockedFarm(tx, farmId);
        const before = { ...farm.counts };
        const result = await work(tx);
        await relist(tx, farmId, [...farm.toRelist]);
        const { animals, events } = farm.counts;
        if (animals !== before.animals || events !== before.events) {
          await tx.updateTable('farms').set({ animal_count: animals, event_count: events }).where('id', '=', farmId).execute();
        }
        pending = stored.sum;
        return result;
      });
    } finally {
      keepStoredBytes(farmId, pending);
    }
  };
  return filling ? write() : whenFilled(db, farmId, write);
}

const isTransaction = (db: Db): db is Tx => db.isTransaction;

export class FarmChanged extends Error {}

async function ensureRevision(tx: Tx, farmId: FarmId, revision: number): Promise<void> {
  const farm = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).forUpdate().executeTakeFirst();
  if (farm?.revision !== revision) throw new FarmChanged();
}

/**
 * The same within a transaction that concerns more than the farm. A revision is at least the time in milliseconds, so that no number is used
 * for a different state after a restore. A full farm refuses what would add to it, but not what has begun to fill it;
 * one that is being removed refuses what its people's requests under way would leave behind. Every farm refuses requests whose access has
 * ended since the guard let them in (`ensureAccess`).
 */
export async function lockFarm(tx: Tx, farmId: FarmId, filling?: Filling, storedBytes = 0): Promise<void> {
  const farms = lockedFarms.get(tx) ?? new Map<FarmId, LockedFarm>();
  if (farms.has(farmId)) return;
  const farm = await takeRevision(tx, farmId, filling, storedBytes);
  const { revision, from, animals, events } = farm ?? { revision: 0, from: null, animals: 0, events: 0 };
  const caller = callerOfFarm(farmId);
  if (caller && farm?.deletedAt) throw new Problem('session.required');
  if (caller && !filling) await ensureAccess(tx, farmId, caller.access);
  if (farm && !filling && currentCaller()?.addsRecords) await ensureBytesLeft(tx, farmId, farm.storedBytes);
  const logged = from === null ? 0 : undefined;
  const counts = { animals, events };
  lockedFarms.set(tx, farms.set(farmId, { revision, loggedAt: from ?? revision, logged, counts, toRelist: new Set() }));
}

/** Undefined if the farm is gone. */
async function takeRevision(tx: Tx, farmId: FarmId, filling: Filling | undefined, storedBytes: number) {
  const now = Date.now();
  const farm = await tx
    .updateTable('farms')
    .set((eb) => ({
      revision: eb
        .case()
        .when('revision', '<', now)
        .then(now)
        .else(eb('revision', '+', 1))
        .end(),
      stored_bytes: eb('stored_bytes', '+', storedBytes),
      ...(filling && { filling_until: filling.until(now) }),
    }))
    .where('id', '=', farmId)
    .where('filling', filling ? '=' : 'is', filling?.token ?? null)
    .returning(['revision', 'filling_from as from', 'stored_bytes as storedBytes'])
    .returning(['animal_count as animals', 'event_count as events', 'deleted_at as deletedAt'])
    .executeTakeFirst();
  if (!farm && (filling || (await isFilling(tx, farmId)))) throw new FarmFilling();
  return farm;
}

/** What a transaction knows of a farm that it has locked. */
interface LockedFarm {
  readonly revision: number;
  /** The revision of its changes in the log: all parts of a filling are one act. */
  readonly loggedAt: number;
  /** How many changes the log has of that revision; undefined until they are counted. */
  logged: number | undefined;
  /** With those that the transaction has added and deleted so far; matings are events too. */
  readonly counts: { animals: number; events: number };
  /** Animals whose listings may differ, which are brought up to date at the end. */
  readonly toRelist: Set<string>;
}

const lockedFarms = new WeakMap<Db, Map<FarmId, LockedFarm>>();

export const findLockedFarm = (db: Db, farmId: FarmId): LockedFarm | undefined => lockedFarms.get(db)?.get(farmId);

export function lockedFarm(tx: Tx, farmId: FarmId): LockedFarm {
  const farm = findLockedFarm(tx, farmId);
  if (!farm) throw new Error('A farm is written without its lock');
  return farm;
}

/** For what `logChanges` cannot know: an animal that is listed otherwise since something else has changed. */
export function relistLater(tx: Tx, farmId: FarmId, animalIds: readonly string[]): void {
  for (const id of animalIds) lockedFarm(tx, farmId).toRelist.add(id);
}

async function whenFilled<T>(db: Db, farmId: FarmId, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof FarmFilling)) throw error;
      await waitUntilFilled(db, farmId);
    }
  }
}

export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

export interface FarmState {
  readonly revision: number;
  readonly epoch: string;
}

/** A snapshot of a farm, never of one that is being filled. */
export const inFarmSnapshot = <T, F>(
  db: Db,
  farmId: FarmId,
  readFarm: (tx: Tx, farmId: FarmId) => Promise<F>,
  work: (tx: Tx, farm: F) => Promise<T>,
): Promise<T> =>
  whenFilled(db, farmId, () =>
    inSnapshot(db, async (tx) => {
      const farm = await readFarm(tx, farmId);
      if (await isFilling(tx, farmId)) throw new FarmFilling();
      return work(tx, farm);
    }),
  );

/** For work on thousands of rows: until the transaction ends, a statement may take a minute. SQLite has no limit. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`set local statement_timeout = ${sql.lit(longStatementMs)}`.execute(tx);
  }
}

export const isEmbedded = (db: Db | Tx): boolean => db.getExecutor().adapter instanceof EmbeddedAdapter;
