import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Database>;

/** `count(*)` and the like are 64-bit in PostgreSQL; none of ours comes near 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseAddress {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens PostgreSQL where an address is given, else SQLite in the data folder. */
export function openDatabase({ databaseUrl, dataDir }: DatabaseAddress): { db: Db; engine: Engine } {
  if (databaseUrl) {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 10,
      statement_timeout: 30_000,
      connectionTimeoutMillis: 10_000,
    });
    // A connection that breaks (the database restarts) is replaced by the pool, and a query that was under way fails. Unheard, the
    // event would end the process: the pool hears it while the connection is idle, we while somebody holds it between two queries.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), engine: 'postgres' };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return { db: new Kysely<Database>({ dialect: sqliteDialect(join(dataDir, 'bellwether.db')) }), engine: 'sqlite' };
}
