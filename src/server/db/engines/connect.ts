import { join } from 'node:path';
import { Kysely, PostgresAdapter, type LogEvent } from 'kysely';
import { ensureFolder } from './data-folder.ts';
import { postgresDialect } from './postgres.ts';
import type { Database } from '../schema/schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Database>;

export interface DatabaseAddress {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

export interface OpenOptions {
  readonly onQuery?: (event: LogEvent) => void;
  readonly hasNoTimeouts?: boolean;
}

export function openDatabase(
  { databaseUrl, dataDir }: DatabaseAddress,
  { onQuery, hasNoTimeouts = false }: OpenOptions = {},
): { db: Db; engine: Engine } {
  const log = onQuery && { log: onQuery };
  if (databaseUrl) {
    return { db: new Kysely<Database>({ dialect: postgresDialect(databaseUrl, { hasNoTimeouts }), ...log }), engine: 'postgres' };
  }
  ensureFolder(dataDir);
  // For what a long transaction can roll back to: the system's folder may be small, in memory or read-only.
  process.env['SQLITE_TMPDIR'] ??= dataDir;
  return { db: new Kysely<Database>({ dialect: sqliteDialect(databaseFile(dataDir)), ...log }), engine: 'sqlite' };
}

export const databaseFileName = 'bellwether.db';
export const databaseFile = (dataDir: string): string => join(dataDir, databaseFileName);

/** Whether other servers may use this database too; an SQLite database belongs only to this process. */
export const isShared = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
