import { Kysely, sql } from 'kysely';
import { withTimeout } from '#server/with-timeout.ts';
import type { Db } from './connect.ts';
import { postgresDialect } from './postgres.ts';
import type { Database } from './schema.ts';

/** Reads what everybody may see and what may be some seconds old: from a replica where one is up to date, else from the primary. */
export interface PublicReads {
  read<T>(query: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What a visitor sees is never older. */
const oldestMs = 5000;
const checkEveryMs = 1000;
/** A replica that does not answer by then is left alone: the primary is there. */
const answerMs = 3000;

export function openReplicas(urls: readonly string[], primary: Db, warn: (fault: object, message: string) => void): PublicReads {
  const replicas = urls.map((url) => new Replica(url, primary, warn));
  let turn = 0;
  return {
    async read(query) {
      for (const replica of replicas) replica.checkSoon();
      turn += 1;
      const fresh = replicas.filter((replica) => replica.isFresh());
      const replica = fresh[turn % fresh.length];
      if (!replica) return query(primary);
      try {
        return await withTimeout(answerMs, 'The replica', query(replica.db));
      } catch (error) {
        replica.leave(error);
        return query(primary);
      }
    },
    close: async () => void (await Promise.all(replicas.map(({ db }) => db.destroy()))),
  };
}

/** A place in the primary's log, and since when a replica that has come so far is up to date. */
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

  /** Asked while it is read from, and by nobody's request: it is not waited for. */
  checkSoon(): void {
    if (performance.now() - this.#checkedAt < checkEveryMs) return;
    this.#checkedAt = performance.now();
    this.#check().catch((error: unknown) => this.leave(error));
  }

  leave(error: unknown): void {
    this.#upToDateAt = -Infinity;
    if (performance.now() - this.#warnedAt < 60_000) return;
    this.#warnedAt = performance.now();
    this.#warn({ err: error }, 'a read replica cannot be used; the primary is read instead');
  }

  /** How far it has come in the primary's log says how old it is, also while nothing is written. */
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
