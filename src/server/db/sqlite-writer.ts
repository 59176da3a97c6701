import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { TakesLong } from './shared-commits.ts';
import type { Handle } from './sqlite-handle.ts';

/** `end` resolves when the commit is durable. */
export interface SqliteTransaction {
  run<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>>;
  iterate<R>(query: CompiledQuery): IterableIterator<QueryResult<R>>;
  /** Lets other events be handled; `releaseWriter` also lets others write, however short the transaction has been. */
  pause(releaseWriter: boolean): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

/** Beyond this a transaction is rolled back and run again as a long one (sqlite-long-transaction.ts). */
const longestTransactionMs = 100;

/** Other events are handled after this time, so that a transaction of thousands of statements does not block the event loop. */
const timeSliceMs = 20;

/** CPU time of this thread in milliseconds; wall time would count other programs too. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

interface CommitGroup {
  readonly durable: PromiseWithResolvers<void>;
}

/**
 * The only writing connection, with a group commit: transactions of one iteration of the event loop share a commit, since a small write mostly waits
 * for the disk. Each is a savepoint, so a rollback affects no other, and each ends only when the commit is durable (decision 23).
 */
export class SqliteWriter {
  readonly #handle: Handle;
  #queue: Promise<void> = Promise.resolve();
  #group: CommitGroup | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  async begin(): Promise<SqliteTransaction> {
    const release = await this.#lock();
    try {
      const group = this.#joinGroup();
      this.#handle.exec('savepoint one');
      const began = process.threadCpuUsage();
      let sliceBegan = performance.now();
      return {
        run: (query) => {
          if (performance.now() - sliceBegan < timeSliceMs) return this.#run(group, query);
          return setImmediate().then(() => {
            sliceBegan = performance.now();
            return this.#run(group, query);
          });
        },
        iterate: (query) => this.#handle.iterate(query),
        pause: async (releaseWriter) => {
          if (releaseWriter || cpuMsSince(began) > longestTransactionMs) throw new TakesLong();
          await setImmediate();
        },
        end: (how) => this.#end(group, how, release),
      };
    } catch (error) {
      this.#handleLostTransaction(error);
      release();
      throw error;
    }
  }

  /** A single statement needs no savepoint: if it fails, it leaves nothing behind. */
  async runInGroupCommit<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const release = await this.#lock();
    let group: CommitGroup;
    let result: QueryResult<R>;
    try {
      group = this.#joinGroup();
      result = this.#run<R>(group, query);
    } finally {
      release();
    }
    await group.durable.promise;
    return result;
  }

  /** For statements that cannot share a transaction, such as `vacuum`. */
  async runAlone<T>(work: (handle: Handle) => T): Promise<T> {
    const release = await this.pauseWrites();
    try {
      return work(this.#handle);
    } finally {
      release();
    }
  }

  /** Commits and keeps the lock, so that another connection can write until the returned function is called. */
  async pauseWrites(): Promise<() => void> {
    const release = await this.#lock();
    this.#commit(this.#group);
    return release;
  }

  async close(): Promise<void> {
    const release = await this.#lock();
    this.#commit(this.#group);
    this.#handle.close();
    release();
  }

  async #lock(): Promise<() => void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    return resolve;
  }

  #joinGroup(): CommitGroup {
    if (this.#group) return this.#group;
    this.#handle.exec('begin immediate');
    const group: CommitGroup = { durable: Promise.withResolvers<void>() };
    // Nobody awaits it if every transaction in the group was rolled back.
    group.durable.promise.catch(() => {});
    this.#group = group;
    void this.#commitAfterThisIteration(group);
    return group;
  }

  async #commitAfterThisIteration(group: CommitGroup): Promise<void> {
    await setImmediate();
    const release = await this.#lock();
    this.#commit(group);
    release();
  }

  #commit(group: CommitGroup | undefined): void {
    if (!group || group !== this.#group) return;
    try {
      this.#handle.exec('commit');
      group.durable.resolve();
    } catch (error) {
      // A failed commit (a full disk) may already have rolled back.
      if (this.#handle.inTransaction) this.#handle.exec('rollback');
      group.durable.reject(error);
    }
    this.#group = undefined;
  }

  #run<R>(group: CommitGroup, query: CompiledQuery): QueryResult<R> {
    // Outside the transaction the statement would commit by itself.
    if (group !== this.#group) throw new Error('The transaction was lost before this statement.');
    try {
      return this.#handle.run<R>(query);
    } catch (error) {
      this.#handleLostTransaction(error);
      throw error;
    }
  }

  /** After some errors (a full or broken disk) SQLite rolls back by itself; then the whole group has failed. */
  #handleLostTransaction(error: unknown): void {
    if (this.#handle.inTransaction) return;
    this.#group?.durable.reject(error);
    this.#group = undefined;
  }

  async #end(group: CommitGroup, how: 'commit' | 'rollback', release: () => void): Promise<void> {
    try {
      if (group === this.#group) this.#handle.exec(how === 'commit' ? 'release one' : 'rollback to one; release one');
    } catch (error) {
      this.#handleLostTransaction(error);
      throw error;
    } finally {
      release();
    }
    if (how === 'commit') await group.durable.promise;
  }
}
