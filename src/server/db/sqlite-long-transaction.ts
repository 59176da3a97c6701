import { setImmediate, setTimeout } from 'node:timers/promises';
import { CompiledQuery, SelectQueryNode, type QueryResult } from 'kysely';
import type { FarmLocks } from './farm-locks.ts';
import type { Handle } from './sqlite-handle.ts';
import type { SqliteTransaction, SqliteWriter } from './sqlite-writer.ts';
import { makeUndoTriggers, undoLastSlice } from './undo-log.ts';

/** Only the last commit of a transaction is synced to the disk, together with its slices, which were written to the log before it. */
const [unsynced, synced] = ['pragma synchronous = normal', 'pragma synchronous = full'];
/** 16 MB: a batch of 2,000 events is written without waiting for a checkpoint. */
const pagesPerCheckpoint = 4000;
const sliceMs = 20;
const rowsPerDelete = 1000;
const retryUndoMs = 2000;

interface Parts {
  /** A separate connection, because its triggers must not record other writes. */
  readonly open: () => Handle;
  readonly writer: SqliteWriter;
  readonly reader: Handle;
  readonly farms: FarmLocks;
}

/**
 * Transactions that write longer than others can wait. SQLite has one writer, so they commit in slices between which others write. They stay atomic:
 * each change logs its opposite in `undo_log`, which a rollback, or the next start after a crash, applies in reverse (decision 27).
 */
export class LongTransactions {
  readonly #parts: Parts;
  readonly #unfinished = new Set<Promise<void>>();
  #handle: Handle | undefined;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(): LongTransaction {
    return new LongTransaction(this, this.#parts);
  }

  async acquire(): Promise<{ readonly handle: Handle; readonly release: () => void }> {
    const release = await this.#parts.writer.pauseWrites();
    try {
      this.#handle ??= this.#open();
      return { handle: this.#handle, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #open(): Handle {
    const handle = this.#parts.open();
    makeUndoTriggers(handle);
    handle.exec(`${unsynced}; pragma wal_autocheckpoint = ${pagesPerCheckpoint}`);
    return handle;
  }

  /** Undoes what a crashed process left unfinished. Only the one server of this database may call it. */
  async undoAll(): Promise<number> {
    const { rows } = this.#parts.reader.run<{ id: number; farmId: string }>(
      CompiledQuery.raw('select id, held_farm as farmId from long_transactions'),
    );
    for (const { id, farmId } of rows) await this.undoNowOrLater(id, await this.#parts.farms.acquire(farmId));
    // Opening the connection for it takes a tenth of the start, and there is seldom anything to clear.
    if (this.#parts.reader.run(CompiledQuery.raw('select 1 from undo_log limit 1')).rows.length > 0) this.clearLater();
    return rows.length;
  }

  /** Resolves after the first attempt; if it failed (a full disk), further attempts follow until one succeeds. */
  async undoNowOrLater(id: number, whenUndone: () => void): Promise<void> {
    if (await this.#tryToUndo(id)) return whenUndone();
    const tryAgain = async (): Promise<void> => {
      while (!this.#isClosed) {
        await setTimeout(retryUndoMs, undefined, { ref: false });
        if (await this.#tryToUndo(id)) return whenUndone();
      }
    };
    this.#runInBackground(tryAgain());
  }

  clearLater(): void {
    this.#runInBackground(this.#clear());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#unfinished);
    this.#handle?.close();
  }

  async #tryToUndo(id: number): Promise<boolean> {
    try {
      while (await this.#parts.writer.runAlone((handle) => undoLastSlice(handle, id))) await setImmediate();
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Clears what transactions before the oldest running one have logged: the index finds it without reading the log of that one. Later ones
   * are cleared when it has ended.
   */
  async #clear(): Promise<void> {
    const query = CompiledQuery.raw(
      `delete from undo_log where position in (
         select position from undo_log
         where transaction_id < (select coalesce(min(id), ${Number.MAX_SAFE_INTEGER}) from long_transactions) limit ${rowsPerDelete})`,
    );
    for (let isMore = true; isMore && !this.#isClosed;) {
      const { handle, release } = await this.acquire();
      try {
        handle.exec(unsynced);
        isMore = handle.run(query).numAffectedRows === BigInt(rowsPerDelete);
      } finally {
        release();
      }
      await setImmediate();
    }
  }

  #runInBackground(work: Promise<void>): void {
    const watched: Promise<void> = work.catch(() => {}).finally(() => this.#unfinished.delete(watched));
    this.#unfinished.add(watched);
  }
}

export class LongTransaction implements SqliteTransaction {
  readonly #all: LongTransactions;
  readonly #parts: Parts;
  #farmId = '';
  #id: number | undefined;
  #slice: { readonly handle: Handle; readonly release: () => void; readonly beganAt: number } | undefined;
  #committedSlices = 0;
  #release = (): void => {};

  constructor(all: LongTransactions, parts: Parts) {
    this.#all = all;
    this.#parts = parts;
  }

  async lockFarm(farmId: string): Promise<void> {
    this.#farmId = farmId;
    this.#release = await this.#parts.farms.acquire(farmId);
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Between slices everything is committed, and reading needs no writer.
    if (!this.#slice && SelectQueryNode.is(query.query)) return this.#parts.reader.run<R>(query);
    return (await this.#handle()).run<R>(query);
  }

  iterate<R>(query: CompiledQuery): IterableIterator<QueryResult<R>> {
    return (this.#slice?.handle ?? this.#parts.reader).iterate<R>(query);
  }

  async pause(releaseWriter: boolean): Promise<void> {
    if (this.#slice && (releaseWriter || performance.now() - this.#slice.beganAt >= sliceMs)) this.#commitSlice(this.#slice);
    await setImmediate();
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (how === 'rollback') return this.#rollback();
    try {
      await this.#finish();
    } catch (error) {
      await this.#rollback();
      throw error;
    }
  }

  async #finish(): Promise<void> {
    const isInOneSlice = this.#committedSlices === 0;
    if (this.#slice) this.#commitSlice(this.#slice);
    const handle = await this.#handle(synced);
    // Deleting this row is the commit: the log has no meaning without it. Only a log of one slice is short enough to delete here.
    handle.run(CompiledQuery.raw('delete from long_transactions where id = ?', [this.#id]));
    if (isInOneSlice) handle.run(CompiledQuery.raw('delete from undo_log where transaction_id = ?', [this.#id]));
    if (this.#slice) this.#commitSlice(this.#slice);
    this.#release();
    if (!isInOneSlice) this.#all.clearLater();
  }

  async #handle(durability = unsynced): Promise<Handle> {
    if (this.#slice) return this.#slice.handle;
    const { handle, release } = await this.#all.acquire();
    this.#slice = { handle, release, beganAt: performance.now() };
    handle.exec(`${durability}; begin immediate`);
    this.#id ??= newTransaction(handle, this.#farmId);
    handle.run(CompiledQuery.raw('insert into recording values (?, ?)', [this.#id, this.#committedSlices]));
    return handle;
  }

  #commitSlice({ handle, release }: { readonly handle: Handle; readonly release: () => void }): void {
    handle.exec('delete from recording; commit');
    this.#slice = undefined;
    this.#committedSlices += 1;
    release();
  }

  async #rollback(): Promise<void> {
    if (this.#slice) {
      const { handle, release } = this.#slice;
      this.#slice = undefined;
      try {
        // Some failures (a full disk) have already rolled back.
        if (handle.inTransaction) handle.exec('rollback');
      } finally {
        release();
      }
    }
    const id = this.#id;
    if (this.#committedSlices === 0 || id === undefined) this.#release();
    else await this.#all.undoNowOrLater(id, this.#release);
  }
}

function newTransaction(handle: Handle, farmId: string): number {
  const query = CompiledQuery.raw('insert into long_transactions (held_farm) values (?) returning id', [farmId]);
  const [row] = handle.run<{ id: number }>(query).rows;
  if (!row) throw new Error('The long transaction has no number');
  return row.id;
}
