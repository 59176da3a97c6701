import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Which import brought a health record, so that it can be taken back. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('health_records').addColumn('import_id', columnTypes(engine).text).execute();
  await sql`create index health_records_imports on health_records (farm_id, import_id, id) where import_id is not null`.execute(
    db,
  );
}
