import { AsyncResource } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#server/problem.ts';
import type { Database } from './schema.ts';

// Declared here again, because connect.ts and transaction.ts import this file.
type Db = Kysely<Database>;
type Tx = Transaction<Database>;

/** After this time a shared transaction accepts no further write, because the callers of those in it are waiting. */
const longestSharedMs = 20;
/** A write that pauses after this gets a transaction of its own. */
const longestTransactionMs = 100;
/** The timeout for getting a connection elsewhere. */
const longestWaitMs = 10_000;

/** Thrown if a write that shares its commit with earlier ones takes long; it is rolled back and run again in a transaction of its own. */
export class TakesLong extends Error {}

interface Write {
  readonly since: number;
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The start times of writes that have others before them in their transaction. */
const joinedAt = new WeakMap<Tx, number>();

export function ensureTakesShort(tx: Tx, mustRelease: boolean): void {
  const began = joinedAt.get(tx);
  if (began !== undefined && (mustRelease || performance.now() - began > longestTransactionMs)) throw new TakesLong();
}

/**
 * Writes of a farm wait for each other and, in PostgreSQL, each for its commit and several round trips. Waiting writes of this server share one
 * transaction, each with a savepoint, so that a failed one undoes nothing of the others. They resolve when it is committed; if the commit
 * fails, all of them fail (decision 23).
 */
export class SharedCommits {
  readonly #waiting = new Map<string, Write[]>();

  run<T>(db: Db, key: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // The write runs as its own caller, even in the transaction of another one.
    const write: Write = {
      since: performance.now(),
      run: AsyncResource.bind(work),
      resolve: resolve as Write['resolve'],
      reject,
    };
    const waiting = this.#waiting.get(key);
    if (waiting) {
      waiting.push(write);
    } else {
      const writes = [write];
      this.#waiting.set(key, writes);
      void this.#runAll(db, key, writes);
    }
    return promise;
  }

  async #runAll(db: Db, key: string, writes: Write[]): Promise<void> {
    while (writes.length > 0) await runTogether(db, writes);
    this.#waiting.delete(key);
  }
}

async function runTogether(db: Db, writes: Write[]): Promise<void> {
  const written: { write: Write; result: unknown }[] = [];
  let current: Write | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      const began = performance.now();
      let isInSavepoint = false;
      while (performance.now() - began < longestSharedMs && (current = nextOf(writes))) {
        // The first write needs no savepoint, because nothing else fails with it.
        if (written.length === 0) {
          written.push({ write: current, result: await current.run(tx) });
          continue;
        }
        joinedAt.set(tx, performance.now());
        await sql.raw(isInSavepoint ? 'release savepoint one; savepoint one' : 'savepoint one').execute(tx);
        isInSavepoint = true;
        try {
          written.push({ write: current, result: await current.run(tx) });
        } catch (error) {
          await sql`rollback to savepoint one`.execute(tx);
          current.reject(error);
        }
      }
    });
  } catch (error) {
    const begun = [...written.map(({ write }) => write), ...(current ? [current] : [])];
    // If no connection is available, the others would only wait for one in turn.
    for (const { reject } of begun.length > 0 ? begun : writes.splice(0)) reject(error);
    return;
  }
  for (const { write, result } of written) write.resolve(result);
}

function nextOf(writes: Write[]): Write | undefined {
  for (let write = writes.shift(); write; write = writes.shift()) {
    if (performance.now() - write.since < longestWaitMs) return write;
    write.reject(new Problem('server.busy', { retryAfter: 2 }));
  }
  return undefined;
}
