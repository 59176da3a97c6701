import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/** An act that takes back another one names its revision, so that nothing is taken back twice. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // A revision counts milliseconds, for which PostgreSQL's integer is too small.
  await db.schema
    .alterTable('changes')
    .addColumn('undoes', engine === 'postgres' ? 'bigint' : 'integer')
    .execute();
  await sql`create index changes_undoes on changes (farm_id, undoes) where undoes is not null`.execute(db);
}
