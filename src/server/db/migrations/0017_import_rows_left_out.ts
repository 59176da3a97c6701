import { type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Which rows of a prepared import the person takes in or leaves out: pairs of a row's number and true or false, as JSON. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('row_choices', columnTypes(engine).text, (c) => c.notNull().defaultTo('[]'))
    .execute();
}
