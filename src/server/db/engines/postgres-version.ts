import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { SchemaError } from './migrate.ts';

export const oldestPostgres = 15;

export async function readPostgresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? '';
}

export const isTooOld = (version: string): boolean => !(Number.parseInt(version, 10) >= oldestPostgres);

export function assertPostgresVersion(version: string): void {
  if (isTooOld(version))
    throw new SchemaError(`PostgreSQL ${version} is too old. Use PostgreSQL ${oldestPostgres} or newer; nothing was changed.`);
}
