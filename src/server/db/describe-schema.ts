import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Db, type Engine } from './connect.ts';
import { migrate, steps } from './migrate.ts';
import type { Tx } from './transaction.ts';

/**
 * A sorted line for each column, constraint, index, trigger, view and function, without the migrator's own tables. It holds only what every supported
 * version of the engine words alike, so that databases can be compared.
 */
export const describeSchema = async (db: Db | Tx, engine: Engine): Promise<string[]> => {
  const lines = await (engine === 'sqlite' ? describeSqlite(db) : describePostgres(db));
  return lines.toSorted();
};

/** The same of a new database of this version; `db` is not changed. */
export const describeNewSchema = (db: Db, engine: Engine): Promise<string[]> =>
  engine === 'sqlite' ? describeNewSqlite() : describeNewPostgres(db);

async function describeNewSqlite(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-schema-'));
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrate(db, engine);
    return await describeSchema(db, engine);
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true });
  }
}

/** In a schema of its own, which is gone with the transaction. */
async function describeNewPostgres(db: Db): Promise<string[]> {
  const transaction = await db.startTransaction().execute();
  try {
    await sql`create schema bellwether_new`.execute(transaction);
    await sql`select set_config('search_path', 'bellwether_new, ' || current_setting('search_path'), true)`.execute(transaction);
    for (const step of Object.values(steps)) {
      for (const statement of step('postgres')) await sql.raw(statement).execute(transaction);
    }
    return await describeSchema(transaction, 'postgres');
  } finally {
    await transaction.rollback().execute();
  }
}

async function describeSqlite(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; table: string; text: string }>`
    select type, name, tbl_name as "table", sql as text from sqlite_schema
    where sql is not null and name not like 'sqlite!_%' escape '!' and tbl_name not like 'kysely!_%' escape '!'
      and tbl_name not in (select shadow.name from pragma_table_list as shadow where shadow.type = 'shadow')`.execute(db);
  return rows.flatMap(({ type, name, text }) =>
    type === 'table' && !/^create virtual/i.test(text)
      ? definitionsOf(text).map((definition) => `table ${name}: ${definition}`)
      : [`${type} ${name}: ${normalized(text)}`],
  );
}

function definitionsOf(createTable: string): string[] {
  const text = normalized(createTable);
  const definitions: string[] = [];
  let depth = 0;
  let from = text.indexOf('(') + 1;
  for (let at = from - 1; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    const isEnd = depth === 0 && text[at] === ')';
    if ((depth === 1 && text[at] === ',') || isEnd) {
      definitions.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (isEnd) break;
  }
  const options = text.slice(from).trim();
  return options === '' ? definitions : [...definitions, options];
}

const normalized = (text: string): string => text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();

async function describePostgres(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v') and c.relname not like 'kysely!_%' escape '!'
    )
    select case relkind when 'v' then 'view ' else 'table ' end || relname || ': ' || attname || ' ' || format_type(atttypid, atttypmod)
           || coalesce(' collate ' || (select collname from pg_collation where oid = attcollation and collname <> 'default'), '')
           || case when attnotnull then ' not null' else '' end || case when atthasdef then ' default' else '' end as line
    from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    union all
    select 'constraint ' || conname || ' on ' || relname || ' ' || contype::text || ' ' || coalesce(
             (select string_agg(attname, ', ' order by n) from unnest(conkey) with ordinality as k (column_number, n)
              join pg_attribute on attrelid = conrelid and attnum = column_number), '')
    from tables join pg_constraint on conrelid = tables.oid where contype in ('c', 'f', 'p', 'u')
    union all
    select 'index ' || i.relname || ' on ' || tables.relname || ' (' ||
             (select string_agg(pg_get_indexdef(indexrelid, n, true), ', ' order by n) from generate_series(1, indnatts) n) || ')'
             || case when indisunique then ' unique' else '' end || coalesce(' ' || array_to_string(i.reloptions, ','), '')
    from tables join pg_index on indrelid = tables.oid join pg_class i on i.oid = indexrelid
    union all
    select 'trigger ' || tgname || ' on ' || relname
    from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
    union all
    select 'function ' || proname || ' ' || md5(prosrc) from pg_proc where pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(db);
  return rows.map(({ line }) => line);
}
