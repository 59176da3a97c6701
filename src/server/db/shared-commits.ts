import { AsyncResource } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#server/problem.ts';
import type { Database } from './schema.ts';

// connect.ts and transaction.ts, which have names for them, import this file.
type Db = Kysely<Database>;
type Tx = Transaction<Database>;

/** After this a shared transaction takes no further write, because those in it wait to be answered. */
const longestSharedMs = 20;
/** A write that pauses after this gets a transaction of its own. */
const longestTransactionMs = 100;
/** As long as others wait for a connection. */
const longestWaitMs = 10_000;

/** A write that shares its commit with earlier ones takes long: it is rolled back and run again in a transaction of its own. */
export class TakesLong extends Error {}

interface Write {
  readonly since: number;
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** When the writes began that have others before them in their transaction. */
const joinedAt = new WeakMap<Tx, number>();

export function ensureTakesShort(tx: Tx, mustRelease: boolean): void {
  const began = joinedAt.get(tx);
  if (began !== undefined && (mustRelease || performance.now() - began > longestTransactionMs)) throw new TakesLong();
}

/**
 * Writes of a farm wait for each other and, in PostgreSQL, each for its commit and several round trips. Those of this server that wait at the same
 * time share one transaction, each as a savepoint, so that a refusal undoes nothing of the others. They are answered when it is committed, and if the
 * commit fails, all of them have failed (decision 23).
 */
export class SharedCommits {
  readonly #waiting = new Map<string, Write[]>();

  run<T>(db: Db, key: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // It runs as its own caller, whoever's transaction it joins.
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
        // The first one needs no savepoint: with it fails nothing else.
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
    // Where no connection can be had, all would wait for it one after the other.
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
