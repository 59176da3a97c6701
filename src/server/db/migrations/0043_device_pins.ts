import { sql, type Kysely } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** With which people of a farm change places at a device that they share. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  await db.schema
    .createTable('device_pins')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('device_hash', text, (c) => c.notNull().check(sql`length(device_hash) = 64`))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('pin_hash', text, (c) => c.notNull())
    .addColumn('wrong_tries', integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`wrong_tries between 0 and 5`),
    )
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('device_pins_pk', ['farm_id', 'device_hash', 'user_id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('device_pins_user').on('device_pins').column('user_id').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('is_by_pin', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .execute();
}
