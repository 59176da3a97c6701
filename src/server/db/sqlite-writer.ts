import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Handle } from './sqlite-handle.ts';

/** Statements that see and do everything together; `end` comes back when what was committed is on the disk. */
export interface SqliteTransaction {
  run<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>>;
  iterate<R>(query: CompiledQuery): IterableIterator<QueryResult<R>>;
  /** Lets others in between two pieces of work; with `letGo` also to the writer, however short it was held. */
  pause(letGo: boolean): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

/** Holding the writer for more work than this is for a long transaction (sqlite-long-transaction.ts). */
const longestTransactionMs = 100;

/** Of this thread, in milliseconds. The clock would count the work of other programs too. */
function workSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The transaction takes longer than others can wait: it is rolled back and begun again as a long one. */
export class TakesLong extends Error {}

/** What goes to the disk with one commit. */
interface Batch {
  readonly durable: PromiseWithResolvers<void>;
}

/**
 * The one connection that writes, one transaction after the other. Transactions of the same turn of the event loop share a commit,
 * since most of a small write's time is the wait for the disk: each is a savepoint of its own, so that one that is rolled back
 * undoes nothing of the others, and each ends only when the commit that holds it is on the disk (decisions/0023).
 */
export class SqliteWriter {
  readonly #handle: Handle;
  #queue: Promise<void> = Promise.resolve();
  #batch: Batch | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  async begin(): Promise<SqliteTransaction> {
    const release = await this.#turn();
    try {
      const batch = this.#openBatch();
      this.#handle.exec('savepoint one');
      const began = process.threadCpuUsage();
      return {
        run: (query) => this.#run(batch, query),
        iterate: (query) => this.#handle.iterate(query),
        pause: async (letGo) => {
          if (letGo || workSince(began) > longestTransactionMs) throw new TakesLong();
          await setImmediate();
        },
        end: (how) => this.#end(batch, how, release),
      };
    } catch (error) {
      this.#noteLoss(error);
      release();
      throw error;
    }
  }

  /** A single change; it needs no savepoint, since a statement that fails leaves nothing behind. */
  async runInBatch<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const release = await this.#turn();
    let batch: Batch;
    let result: QueryResult<R>;
    try {
      batch = this.#openBatch();
      result = this.#run<R>(batch, query);
    } finally {
      release();
    }
    await batch.durable.promise;
    return result;
  }

  /** What cannot be inside a transaction that others share. */
  async runAlone<T>(work: (handle: Handle) => T): Promise<T> {
    const release = await this.stand();
    try {
      return work(this.#handle);
    } finally {
      release();
    }
  }

  /** Keeps this connection from writing, so that another one can. The answer lets it go on. */
  async stand(): Promise<() => void> {
    const release = await this.#turn();
    this.#commit(this.#batch);
    return release;
  }

  async close(): Promise<void> {
    const release = await this.#turn();
    this.#commit(this.#batch);
    this.#handle.close();
    release();
  }

  /** Waits for the writer to be free; the caller must call what it gets to let the next one in. */
  async #turn(): Promise<() => void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    return resolve;
  }

  #openBatch(): Batch {
    if (this.#batch) return this.#batch;
    this.#handle.exec('begin immediate');
    const batch: Batch = { durable: Promise.withResolvers<void>() };
    // Where everything in it was rolled back, nobody listens.
    batch.durable.promise.catch(() => {});
    this.#batch = batch;
    void this.#commitAfterThisTurn(batch);
    return batch;
  }

  /** What has arrived together has been read by then, and stands before it in the line. */
  async #commitAfterThisTurn(batch: Batch): Promise<void> {
    await setImmediate();
    const release = await this.#turn();
    this.#commit(batch);
    release();
  }

  #commit(batch: Batch | undefined): void {
    if (!batch || batch !== this.#batch) return;
    try {
      this.#handle.exec('commit');
      batch.durable.resolve();
    } catch (error) {
      // A failed commit (a full disk) may have rolled back by itself.
      if (this.#handle.inTransaction) this.#handle.exec('rollback');
      batch.durable.reject(error);
    }
    this.#batch = undefined;
  }

  #run<R>(batch: Batch, query: CompiledQuery): QueryResult<R> {
    // Without its transaction each statement would be one of its own.
    if (batch !== this.#batch) throw new Error('The transaction was lost before this statement.');
    try {
      return this.#handle.run<R>(query);
    } catch (error) {
      this.#noteLoss(error);
      throw error;
    }
  }

  /** Some failures (a full disk, a broken one) make SQLite roll back everything: then the others of the batch have failed too. */
  #noteLoss(error: unknown): void {
    if (this.#handle.inTransaction) return;
    this.#batch?.durable.reject(error);
    this.#batch = undefined;
  }

  async #end(batch: Batch, how: 'commit' | 'rollback', release: () => void): Promise<void> {
    try {
      // A batch that was lost has told so through `durable`.
      if (batch === this.#batch) this.#handle.exec(how === 'commit' ? 'release one' : 'rollback to one; release one');
    } catch (error) {
      this.#noteLoss(error);
      throw error;
    } finally {
      release();
    }
    if (how === 'commit') await batch.durable.promise;
  }
}
