import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** A farm that lets the people who run the product look on for a while, as members who may see and no more. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, boolean } = columnTypes(engine);
  await db.schema
    .createTable('support_access')
    .addColumn('farm_id', text, (c) => c.primaryKey().notNull().references('farms.id').onDelete('cascade'))
    .addColumn('allowed_at', text, (c) => c.notNull())
    .addColumn('ends_at', text, (c) => c.notNull())
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .alterTable('memberships')
    .addColumn('by_support', boolean, (c) =>
      c
        .notNull()
        .defaultTo(no(engine))
        .check(sql`(not by_support) or (role = 'viewer' and ends_at is not null)`),
    )
    .execute();
}
