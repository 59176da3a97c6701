import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** How buyers reach a seller: by the address, by a form, or both. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, boolean } = columnTypes(engine);
  const storefronts = db.schema.alterTable('storefronts');
  await storefronts
    .addColumn('email_for', text, (c) =>
      c
        .notNull()
        .defaultTo('everybody')
        .check(sql`email_for in ('everybody', 'signedIn', 'nobody')`),
    )
    .execute();
  await storefronts
    .addColumn('takes_enquiries', boolean, (c) => c.notNull().defaultTo(engine === 'sqlite' ? sql`1` : sql`true`))
    .execute();
  await db.schema.alterTable('mails').addColumn('reply_to', text).execute();
}
