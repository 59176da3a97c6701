import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Who is to do a task: a name, of a member or of somebody without an account. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('chores')
    .addColumn('responsible', columnTypes(engine).text, (c) => c.check(sql`length(responsible) <= 100`))
    .execute();
}
