import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** In which units and form a farm's screens show weights and days, and what it keeps. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .alterTable('farms')
    .addColumn('weight_unit', text, (c) =>
      c
        .notNull()
        .defaultTo('lbs')
        .check(sql`weight_unit in ('lbs', 'kg')`),
    )
    .execute();
  await db.schema
    .alterTable('farms')
    .addColumn('date_format', text, (c) =>
      c
        .notNull()
        .defaultTo('mdy')
        .check(sql`date_format in ('mdy', 'dmy', 'ymd')`),
    )
    .execute();
  await db.schema
    .alterTable('farms')
    .addColumn('keeps', text, (c) => c.check(sql`keeps in ('goat', 'sheep', 'both')`))
    .execute();
}
