import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/** A farm's revision counts milliseconds, for which PostgreSQL's integer is too small; SQLite's always has 64 bits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`alter table farms alter column revision type bigint`.execute(db);
}
