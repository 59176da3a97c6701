import { type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** The sheets of the workbook that an import was read from, and which of them it is, as JSON; null: there is only one. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('imports').addColumn('sheets', columnTypes(engine).text).execute();
}
