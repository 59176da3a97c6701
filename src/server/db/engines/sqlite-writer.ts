import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import type { Handle } from './sqlite-handle.ts';
import { inTimeSlices, newTimeSlice, type Run } from './time-slices.ts';

/** `end` resolves when the commit is durable. */
export interface SqliteTransaction {
  run: Run;
  iterate<R>(query: CompiledQuery): IterableIterator<QueryResult<R>>;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

const endings = { commit: 'release one', rollback: 'rollback to one; release one' };

/**
 * The only writing connection: one transaction at a time, and the callers in turn. Those of one iteration of the event loop share a commit,
 * since a small write mostly waits for the disk. Each is a savepoint, so a rollback affects no other, and each ends only when the commit is
 * durable (decision 23).
 */
export class SqliteWriter {
  readonly #handle: Handle;
  readonly #turns = new Semaphore({ name: 'database_writes', capacity: 1, waiting: 5000, outlivesCaller: true });
  #commit: PromiseWithResolvers<void> | undefined;
  /** Of all transactions that share the commit, or hundreds of queued ones would run in one piece. */
  #slice = newTimeSlice();
  /** The iteration of the event loop has ended, so nothing more joins the commit. */
  #isCommitDue = false;

  constructor(handle: Handle) {
    this.#handle = handle;
    // In memory, the pages that a savepoint can roll back to would take gigabytes in a long transaction.
    handle.exec('pragma temp_store = file');
  }

  async begin(): Promise<SqliteTransaction> {
    const release = await this.#turns.enter();
    try {
      const commit = this.#joinCommit();
      this.#inCommit(commit, () => this.#handle.exec('savepoint one'));
      return {
        run: inTimeSlices((query) => this.#inCommit(commit, () => this.#handle.run(query)), this.#slice),
        iterate: (query) => this.#handle.iterate(query),
        end: async (how) => {
          try {
            if (commit === this.#commit) this.#inCommit(commit, () => this.#handle.exec(endings[how]));
          } finally {
            this.#leave(release);
          }
          if (how === 'commit') await commit.promise;
        },
      };
    } catch (error) {
      this.#leave(release);
      throw error;
    }
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = await this.begin();
    let result: QueryResult<R>;
    try {
      result = await transaction.run<R>(query);
    } catch (error) {
      await transaction.end('rollback').catch(() => {});
      throw error;
    }
    await transaction.end('commit');
    return result;
  }

  /** For statements that cannot share a transaction, such as `vacuum`. */
  async runAlone<T>(work: (handle: Handle) => T): Promise<T> {
    const release = await this.#turns.enter();
    try {
      this.#commitNow();
      return work(this.#handle);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    return this.runAlone((handle) => handle.close());
  }

  #joinCommit(): PromiseWithResolvers<void> {
    if (this.#commit) return this.#commit;
    if (this.#handle.inTransaction) this.#handle.exec('rollback');
    this.#handle.exec('begin immediate');
    this.#slice = newTimeSlice();
    const commit = Promise.withResolvers<void>();
    // Nobody awaits it if every transaction in it was rolled back.
    commit.promise.catch(() => {});
    void setImmediate().then(() => {
      if (commit !== this.#commit) return;
      // A transaction that is still running commits at its end, before the next one begins.
      this.#isCommitDue = true;
      if (this.#turns.size.running === 0) this.#commitNow();
    });
    return (this.#commit = commit);
  }

  #inCommit<T>(commit: PromiseWithResolvers<void>, work: () => T): T {
    // Outside the transaction the statement would commit by itself.
    if (commit !== this.#commit) throw new Error('The transaction was lost before this statement.');
    try {
      return work();
    } catch (error) {
      // After some errors (a full or broken disk) SQLite rolls back by itself; then all that share the commit have failed.
      if (!this.#handle.inTransaction) this.#fail(commit, error);
      throw error;
    }
  }

  #leave(release: () => void): void {
    if (this.#isCommitDue) this.#commitNow();
    release();
  }

  #commitNow(): void {
    const commit = this.#commit;
    this.#isCommitDue = false;
    if (!commit) return;
    try {
      this.#handle.exec('commit');
      this.#commit = undefined;
      commit.resolve();
    } catch (error) {
      this.#fail(commit, error);
      try {
        // A failed commit (a full disk) may already have rolled back.
        if (this.#handle.inTransaction) this.#handle.exec('rollback');
      } catch {
        // Tried again before the next transaction.
      }
    }
  }

  #fail(commit: PromiseWithResolvers<void>, error: unknown): void {
    this.#commit = undefined;
    commit.reject(error);
  }
}
