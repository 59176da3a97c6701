import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** The outlines of places on the farm's plan, and the picture beneath them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .alterTable('places')
    .addColumn('outline', text, (c) =>
      c
        .notNull()
        .defaultTo('[]')
        .check(sql`outline like '[%]'`),
    )
    .execute();
  await db.schema.alterTable('farms').addColumn('plan_picture', text).execute();
}
