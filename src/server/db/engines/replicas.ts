import { Kysely, sql } from 'kysely';
import { withTimeout } from '#server/with-timeout.ts';
import type { Db } from './connect.ts';
import { postgresDialect } from './postgres.ts';
import type { Database } from '../schema/schema.ts';

/** Reads public data, which may be up to five seconds old, from a replica or else from the primary. */
export interface PublicReads {
  read<T>(query: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const oldestMs = 5000;
const checkEveryMs = 1000;
const answerMs = 3000;

export function openReplicas(
  urls: readonly string[],
  primary: Db,
  warn: (details: object, message: string) => void,
): PublicReads {
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

interface LogPosition {
  readonly at: number;
  readonly lsn: bigint;
}

class Replica {
  readonly db: Db;
  readonly #primary: Db;
  readonly #warn: (details: object, message: string) => void;
  #positions: LogPosition[] = [];
  #upToDateAt = -Infinity;
  #checkedAt = -Infinity;
  #warnedAt = -Infinity;

  constructor(url: string, primary: Db, warn: (details: object, message: string) => void) {
    this.db = new Kysely<Database>({ dialect: postgresDialect(url) });
    this.#primary = primary;
    this.#warn = warn;
  }

  isFresh(): boolean {
    return performance.now() - this.#upToDateAt < oldestMs;
  }

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

  /** The replayed position in the primary's log tells the replica's age even while nothing is written. */
  async #check(): Promise<void> {
    const at = performance.now();
    const written = await readLsn(this.#primary, sql`pg_current_wal_lsn()`);
    if (written !== undefined) this.#positions = [...this.#positions.slice(-9), { at, lsn: written }];
    const replayed = await withTimeout(answerMs, 'The replica', readLsn(this.db, sql`pg_last_wal_replay_lsn()`));
    if (replayed === undefined) throw new Error('DATABASE_REPLICA_URL names a database that is no streaming replica');
    const reached = this.#positions.findLast((position) => position.lsn <= replayed);
    if (reached) this.#upToDateAt = Math.max(this.#upToDateAt, reached.at);
  }
}

async function readLsn(db: Db, lsn: ReturnType<typeof sql>): Promise<bigint | undefined> {
  const { rows } = await sql<{ lsn: string | null }>`select ${lsn}::text as lsn`.execute(db);
  const [high, low] = rows[0]?.lsn?.split('/') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
