import type { Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** A picture of a product's bottle or label. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('products').addColumn('photo', columnTypes(engine).text).execute();
}
