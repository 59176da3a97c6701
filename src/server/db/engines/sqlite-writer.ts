import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Handle } from './sqlite-handle.ts';

type Run = <R>(query: CompiledQuery) => QueryResult<R> | Promise<QueryResult<R>>;

/** `end` resolves when the commit is durable. */
export interface SqliteTransaction {
  run: Run;
  iterate<R>(query: CompiledQuery): IterableIterator<QueryResult<R>>;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

const timeSliceMs = 20;

/** Lets other events be handled between two statements, because SQLite runs in the server's own thread. */
export function inTimeSlices(run: <R>(query: CompiledQuery) => QueryResult<R>): Run {
  let began = performance.now();
  return (query) => {
    if (performance.now() - began < timeSliceMs) return run(query);
    return setImmediate().then(() => {
      began = performance.now();
      return run(query);
    });
  };
}

/**
 * The only writing connection: one transaction at a time. Those of one iteration of the event loop share a commit, since a small write mostly
 * waits for the disk. Each is a savepoint, so a rollback affects no other, and each ends only when the commit is durable (decision 23).
 */
export class SqliteWriter {
  readonly #handle: Handle;
  #queue: Promise<void> = Promise.resolve();
  #commit: PromiseWithResolvers<void> | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  async begin(): Promise<SqliteTransaction> {
    const release = await this.#lock();
    try {
      const commit = this.#joinCommit();
      this.#handle.exec('savepoint one');
      return {
        run: inTimeSlices((query) => this.#run(commit, query)),
        iterate: (query) => this.#handle.iterate(query),
        end: (how) => this.#end(commit, how, release),
      };
    } catch (error) {
      this.#noteRollback(error);
      release();
      throw error;
    }
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = await this.begin();
    try {
      const result = await transaction.run<R>(query);
      await transaction.end('commit');
      return result;
    } catch (error) {
      await transaction.end('rollback').catch(() => {});
      throw error;
    }
  }

  /** For statements that cannot share a transaction, such as `vacuum`. */
  async runAlone<T>(work: (handle: Handle) => T): Promise<T> {
    const release = await this.#lock();
    try {
      this.#commitNow(this.#commit);
      return work(this.#handle);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    return this.runAlone((handle) => handle.close());
  }

  async #lock(): Promise<() => void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    return resolve;
  }

  #joinCommit(): PromiseWithResolvers<void> {
    if (this.#commit) return this.#commit;
    this.#handle.exec('begin immediate');
    const commit = Promise.withResolvers<void>();
    // Nobody awaits it if every transaction in it was rolled back.
    commit.promise.catch(() => {});
    this.#commit = commit;
    void setImmediate().then(async () => {
      const release = await this.#lock();
      this.#commitNow(commit);
      release();
    });
    return commit;
  }

  #commitNow(commit: PromiseWithResolvers<void> | undefined): void {
    if (!commit || commit !== this.#commit) return;
    this.#commit = undefined;
    try {
      this.#handle.exec('commit');
      commit.resolve();
    } catch (error) {
      // A failed commit (a full disk) may already have rolled back.
      if (this.#handle.inTransaction) this.#handle.exec('rollback');
      commit.reject(error);
    }
  }

  #run<R>(commit: PromiseWithResolvers<void>, query: CompiledQuery): QueryResult<R> {
    // Outside the transaction the statement would commit by itself.
    if (commit !== this.#commit) throw new Error('The transaction was lost before this statement.');
    try {
      return this.#handle.run<R>(query);
    } catch (error) {
      this.#noteRollback(error);
      throw error;
    }
  }

  /** After some errors (a full or broken disk) SQLite rolls back by itself; then all that share the commit have failed. */
  #noteRollback(error: unknown): void {
    if (this.#handle.inTransaction) return;
    this.#commit?.reject(error);
    this.#commit = undefined;
  }

  async #end(commit: PromiseWithResolvers<void>, how: 'commit' | 'rollback', release: () => void): Promise<void> {
    try {
      if (commit === this.#commit) this.#handle.exec(how === 'commit' ? 'release one' : 'rollback to one; release one');
    } catch (error) {
      this.#noteRollback(error);
      throw error;
    } finally {
      release();
    }
    if (how === 'commit') await commit.promise;
  }
}
