import { Kysely, sql } from 'kysely';
import { withTimeout } from '#server/with-timeout.ts';
import type { Db } from './connect.ts';
import { postgresDialect } from './postgres.ts';
import type { Database } from './schema.ts';

/** Reads public data, which may be some seconds old: from an up-to-date replica, else from the primary. */
export interface PublicReads {
  read<T>(query: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const oldestMs = 5000;
const checkEveryMs = 1000;
/** After this the primary is asked instead. */
const answerMs = 3000;

export function openReplicas(urls: readonly string[], primary: Db, warn: (fault: object, message: string) => void): PublicReads {
  const replicas = urls.map((url) => new Replica(url, primary, warn));
  let next = 0;
  return {
    async read(query) {
      for (const replica of replicas) replica.checkSoon();
      next += 1;
      const fresh = replicas.filter((replica) => replica.isFresh());
      const replica = fresh[next % fresh.length];
      if (!replica) return query(primary);
      try {
        return await withTimeout(answerMs, 'The replica', query(replica.db));
      } catch (error) {
        replica.markStale(error);
        return query(primary);
      }
    },
    close: async () => void (await Promise.all(replicas.map(({ db }) => db.destroy()))),
  };
}

/** A position in the primary's log, and the time at which it was the latest. */
interface Mark {
  readonly at: number;
  readonly place: bigint;
}

class Replica {
  readonly db: Db;
  readonly #primary: Db;
  readonly #warn: (fault: object, message: string) => void;
  #marks: Mark[] = [];
  #upToDateAt = -Infinity;
  #checkedAt = -Infinity;
  #warnedAt = -Infinity;

  constructor(url: string, primary: Db, warn: (fault: object, message: string) => void) {
    this.db = new Kysely<Database>({ dialect: postgresDialect(url) });
    this.#primary = primary;
    this.#warn = warn;
  }

  isFresh(): boolean {
    return performance.now() - this.#upToDateAt < oldestMs;
  }

  /** Checks in the background while the replica is in use. */
  checkSoon(): void {
    if (performance.now() - this.#checkedAt < checkEveryMs) return;
    this.#checkedAt = performance.now();
    this.#check().catch((error: unknown) => this.markStale(error));
  }

  markStale(error: unknown): void {
    this.#upToDateAt = -Infinity;
    if (performance.now() - this.#warnedAt < 60_000) return;
    this.#warnedAt = performance.now();
    this.#warn({ err: error }, 'a read replica cannot be used; the primary is read instead');
  }

  /** Its position in the primary's log tells its age, also while nothing is written. */
  async #check(): Promise<void> {
    const at = performance.now();
    const written = await place(this.#primary, sql`pg_current_wal_lsn()`);
    if (written !== undefined) this.#marks = [...this.#marks.slice(-9), { at, place: written }];
    const replayed = await withTimeout(answerMs, 'The replica', place(this.db, sql`pg_last_wal_replay_lsn()`));
    if (replayed === undefined) throw new Error('DATABASE_REPLICA_URL names a database that is no streaming replica');
    const reached = this.#marks.findLast((mark) => mark.place <= replayed);
    if (reached) this.#upToDateAt = Math.max(this.#upToDateAt, reached.at);
  }
}

async function place(db: Db, lsn: ReturnType<typeof sql>): Promise<bigint | undefined> {
  const { rows } = await sql<{ lsn: string | null }>`select ${lsn}::text as lsn`.execute(db);
  const [high, low] = rows[0]?.lsn?.split('/') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
