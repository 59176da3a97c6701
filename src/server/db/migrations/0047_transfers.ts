import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Codes with which the buyer of animals takes over their records. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, boolean } = columnTypes(engine);
  await db.schema
    .createTable('transfers')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('paper_id', text, (c) => c.notNull())
    .addColumn('with_notes', boolean, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('revoked_at', text)
    .addColumn('accepted_at', text)
    .addColumn('accepted_in', text)
    .addColumn('arrival', text)
    .addPrimaryKeyConstraint('transfers_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('transfers_paper_fk', ['farm_id', 'paper_id'], 'papers', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create unique index transfers_open on transfers (farm_id, paper_id) where accepted_at is null and revoked_at is null',
    'create index transfers_paper on transfers (farm_id, paper_id, created_at)',
    'create index transfers_made on transfers (farm_id, created_at)',
    'create index transfers_maker on transfers (created_by) where created_by is not null',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
