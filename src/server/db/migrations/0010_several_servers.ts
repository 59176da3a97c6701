import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What several servers, and a store of pictures that can be away, need to know of each other's work. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema.alterTable('files').addColumn('stored_at', text).execute();
  await sql`update files set stored_at = created_at`.execute(db);
  await db.schema.alterTable('imports').addColumn('progress', text).execute();
}
