import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What a farm has bought of a product. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .alterTable('products')
    .addColumn('stock', text, (c) =>
      c
        .notNull()
        .defaultTo('[]')
        .check(sql`stock like '[%]'`),
    )
    .execute();
}
