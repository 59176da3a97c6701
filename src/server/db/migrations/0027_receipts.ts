import type { Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What was applied of `POST /api/sync`, so that an operation that is sent again is answered and not done again. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('receipts')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('digest', text, (c) => c.notNull())
    .addColumn('answer', text)
    .addColumn('revision', engine === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('receipts_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('receipts_revision').on('receipts').columns(['farm_id', 'revision']).execute();
}
