import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Groups of animals for which the conditions of a rule hold. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .alterTable('groups')
    .addColumn('rule', text, (c) =>
      c
        .notNull()
        .defaultTo('{}')
        .check(sql`rule like '{%}'`),
    )
    .execute();
}
