import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Keys with which programs work on a farm. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('api_keys')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull().check(sql`length(name) between 1 and 100`))
    .addColumn('secret_hash', text, (c) => c.notNull().check(sql`length(secret_hash) = 64`))
    .addColumn('last_four', text, (c) => c.notNull().check(sql`length(last_four) = 4`))
    .addColumn('scopes', text, (c) => c.notNull().check(sql`scopes like '[%]'`))
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text)
    .addColumn('used_on', text, (c) => c.check(sql`length(used_on) = 10`))
    .addColumn('revoked_at', text)
    .addPrimaryKeyConstraint('api_keys_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('api_keys_maker').on('api_keys').column('created_by').execute();
}
