import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/**
 * Who wrote what, and what a copy of the farm lacks: each record carries the revision of the farm that wrote it, a deleted one leaves a
 * row in `gone`, and each write leaves rows in `changes`.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addGone(db, engine);
  await addRevision(db, engine, 'animals', 'animal');
  await addRevision(db, engine, 'breeding_records', 'breedingRecord');
  await addChanges(db, engine);
  await addEpoch(db, engine);
}

/** A revision counts milliseconds, for which PostgreSQL's integer is too small; SQLite's always has 64 bits. */
const revisionType = (engine: Engine) => (engine === 'postgres' ? 'bigint' : 'integer');

/** To a table whose rows have `farm_id` and `id`. */
async function addRevision(db: Kysely<unknown>, engine: Engine, table: string, kind: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('revision', revisionType(engine), (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update ${sql.table(table)} set revision = (select revision from farms where farms.id = farm_id)`.execute(db);
  await db.schema.createIndex(`${table}_revision`).on(table).columns(['farm_id', 'revision', 'id']).execute();
  for (const statement of tombstoneTriggers(engine, table, kind)) await sql.raw(statement).execute(db);
}

/**
 * A deleted row stands in `gone` until its id is used again. By triggers, because rows are also deleted by cascades. Nothing is written
 * for a farm that is being removed.
 */
export function tombstoneTriggers(engine: Engine, table: string, kind: string): readonly string[] {
  const record = (from: string, id: string): string => `
    insert into gone (farm_id, kind, id, revision)
    select farms.id, '${kind}', ${id}, farms.revision from ${from} and farms.deleted_at is null
    on conflict (farm_id, kind, id) do update set revision = excluded.revision;`;
  if (engine === 'sqlite') {
    return [
      `create trigger ${table}_gone after delete on ${table} begin
       ${record('farms where farms.id = old.farm_id', 'old.id')} end`,
      `create trigger ${table}_returned after insert on ${table} begin
       delete from gone where farm_id = new.farm_id and kind = '${kind}' and id = new.id; end`,
    ];
  }
  const trigger = (name: string, event: string, referencing: string, statement: string): string[] => [
    `create function ${table}_${name}() returns trigger language plpgsql as $$ begin ${statement} return null; end $$`,
    `create trigger ${table}_${name} after ${event} on ${table} referencing ${referencing}
     for each statement execute function ${table}_${name}()`,
  ];
  return [
    ...trigger(
      'gone',
      'delete',
      'old table as removed',
      record('removed join farms on farms.id = removed.farm_id where true', 'removed.id'),
    ),
    ...trigger(
      'returned',
      'insert',
      'new table as added',
      `delete from gone using added where gone.farm_id = added.farm_id and gone.kind = '${kind}' and gone.id = added.id;`,
    ),
  ];
}

async function addGone(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('gone')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('revision', revisionType(engine), (c) => c.notNull())
    .addPrimaryKeyConstraint('gone_pk', ['farm_id', 'kind', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('gone_revision').on('gone').columns(['farm_id', 'revision', 'kind', 'id']).execute();
}

async function addChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('changes')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('revision', revisionType(engine), (c) => c.notNull())
    .addColumn('n', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('by_user', text)
    .addColumn('by_key', text)
    .addColumn('by_job', text)
    .addColumn('call', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('fields', text)
    .addPrimaryKeyConstraint('changes_pk', ['farm_id', 'revision', 'n'])
    .addCheckConstraint(
      'changes_by_one',
      sql`(by_user is not null and by_key is null and by_job is null)
        or (by_user is null and by_key is not null and by_job is null)
        or (by_user is null and by_key is null and by_job is not null)`,
    )
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('changes_record').on('changes').columns(['farm_id', 'kind', 'id', 'revision']).execute();
}

/** Copies of a farm compare it, because after a restore of the database the same revision may stand for other rows. */
async function addEpoch(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .alterTable('farms')
    .addColumn('epoch', text, (c) => c.notNull().defaultTo(''))
    .execute();
  const random = engine === 'postgres' ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`;
  await sql`update farms set epoch = ${random}`.execute(db);
}
