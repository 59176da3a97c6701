import { sql, type Kysely } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What a restore leaves undone outside, and what becomes of a paid plan that is left for another. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  // The id alone: that this farm was deleted, and is not merely missing from a restored database.
  await db.schema
    .createTable('deleted_farms')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('deleted_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('restores')
    // Counts on: a clock may go back between two of them.
    .addColumn('id', integer, (c) => c.primaryKey())
    // Null for one that was noticed only by what was missing.
    .addColumn('backup_id', text)
    .addColumn('restored_at', text, (c) => c.notNull())
    .addColumn('is_paused', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('heard_until', text)
    .addColumn('reconciled_at', text)
    .modifyEnd(end)
    .execute();

  // One row: counts the minutes in which a server was at work, so that a database that went back is noticed.
  await db.schema
    .createTable('heartbeat')
    .addColumn('id', integer, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('beats', integer, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
  await sql`insert into heartbeat (id, beats) values (1, 0)`.execute(db);

  // Perhaps sent before a restore: waits for the operator's word.
  await db.schema.alterTable('outbox').addColumn('held_since', text).execute();

  // Paid at the provider for what this database does not know; a person has to look. No reference: the farm may not be here.
  await db.schema
    .createTable('held_payments')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('claimed_farm', text)
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('held_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema.alterTable('checkouts').addColumn('starts_at', text).execute();
  await db.schema
    .alterTable('checkouts')
    .addColumn('credit_cents', integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`credit_cents >= 0`),
    )
    .execute();
  await db.schema.alterTable('checkouts').addColumn('replaces', text).execute();
  await db.schema.alterTable('payment_tasks').addColumn('credited_cents', integer).execute();
  await db.schema.alterTable('payment_tasks').addColumn('rest_cents', integer).execute();
}
