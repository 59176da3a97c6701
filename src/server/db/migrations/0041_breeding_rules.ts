import type { Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** By which a farm judges matings and females, as JSON; null: as usual. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema.alterTable('farms').addColumn('breeding_rules', text).execute();
}
