import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** How people come to a farm, and for how long. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema.alterTable('memberships').addColumn('ends_at', text).execute();
  await db.schema.alterTable('memberships').addColumn('opened_at', text).execute();
  await db.schema
    .createTable('invitations')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull().check(sql`role in ('manager', 'worker', 'vet', 'viewer')`))
    .addColumn('days', integer, (c) => c.check(sql`days between 1 and 365`))
    .addColumn('invited_by', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('accepted_at', text)
    .addColumn('revoked_at', text)
    .addPrimaryKeyConstraint('invitations_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    `create unique index invitations_pending on invitations (farm_id, email_key) where accepted_at is null and revoked_at is null`,
    'create index invitations_created on invitations (farm_id, created_at)',
    'create index invitations_inviter on invitations (invited_by) where invited_by is not null',
    // One farm cannot take an id that another one has.
    'create unique index people_id on people (id)',
    'create index memberships_end on memberships (ends_at) where ends_at is not null and ended_at is null',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
