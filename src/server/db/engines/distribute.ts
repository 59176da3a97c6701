import { sql, type TableMetadata } from 'kysely';
import { isShared, type Db } from './connect.ts';
import { SchemaError, hasCitus } from './migrate.ts';
import type { Database } from '../schema/schema.ts';
import type { Tx } from '../transaction.ts';

/** The tables of which each row belongs to one farm: `farms` by its id, the others by `farm_id`. */
export const farmTables = [
  'farms',
  'animals',
  'animal_tags',
  'files',
  'imports',
  'import_rows',
  'import_outcomes',
  'import_changes',
  'import_memory',
  'events',
  'weights',
  'animal_states',
  'places',
  'groups',
  'products',
  'worklists',
  'exposures',
  'chores',
  'breeding_records',
  'breeding_offspring',
  'papers',
  'people',
  'gone',
  'changes',
  'receipts',
] as const satisfies readonly (keyof Database)[];
type FarmTable = (typeof farmTables)[number];

const isFarmTable = (table: string): boolean => farmTables.some((one) => one === table);
const isPartition = (table: string): boolean => !isFarmTable(table) && isFarmTable(table.replace(/_\d+$/, ''));
const keyOf = (table: FarmTable): string => (table === 'farms' ? 'id' : 'farm_id');

/** In each partition lie the farms of which the hash has the same remainder. */
const partitions = 16;

/** Without views, and without partitions, whose rows are those of their table. */
export const readTables = async (db: Db): Promise<TableMetadata[]> =>
  (await db.introspection.getTables()).filter(({ name, isView }) => !isView && !isPartition(name));

/**
 * Lays the rows of a farm side by side: over the machines of a Citus if the database has the extension, else in partitions by hash. Other
 * tables are then copied to all machines. An id is unique within its farm afterwards. All or nothing; nobody writes meanwhile.
 */
export async function distribute(db: Db): Promise<string> {
  if (!isShared(db)) throw new SchemaError('Only a PostgreSQL can be distributed; this database is a file. Set DATABASE_URL.');
  return db.transaction().execute(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx);
    const isOnCitus = await hasCitus(tx);
    if (await isDistributed(tx, isOnCitus)) return 'The database is distributed by farm already.';
    await run(`lock table ${farmTables.join(', ')} in access exclusive mode`);
    const references = await readReferences(tx);
    for (const { table, name } of references) await run(`alter table ${table} drop constraint ${name}`);
    await (isOnCitus ? overMachines(tx, run) : inPartitions(tx, run));
    // On Citus a table that is copied everywhere cannot refer to one that is not.
    const kept = references.filter(({ table, target }) => !isOnCitus || isFarmTable(table) || !isFarmTable(target));
    for (const { table, name, definition } of kept) await run(`alter table ${table} add constraint ${name} ${definition}`);
    await run(`analyze ${farmTables.join(', ')}`);
    return isOnCitus
      ? 'The farms are distributed over the machines of the Citus.'
      : `Each table of farms has ${partitions} partitions by farm.`;
  });
}

type Run = (statement: string) => Promise<unknown>;

async function isDistributed(tx: Tx, isOnCitus: boolean): Promise<boolean> {
  const { rows } = isOnCitus
    ? await sql`select 1 from pg_dist_partition where logicalrelid = 'farms'::regclass`.execute(tx)
    : await sql`select 1 from pg_class where oid = 'farms'::regclass and relkind = 'p'`.execute(tx);
  return rows.length > 0;
}

async function overMachines(tx: Tx, run: Run): Promise<void> {
  await run(`set local citus.multi_shard_modify_mode to 'sequential'`);
  for (const table of farmTables) {
    for (const index of await readIndexes(tx, table)) {
      if (index.hasKey || !index.isUnique) continue;
      await run(index.constraint ? `alter table ${table} drop constraint ${index.name}` : `drop index ${index.name}`);
      await run(plainIndex(index));
    }
  }
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(tx);
  const central = rows.map(({ name }) => name).filter((name) => !isFarmTable(name));
  for (const table of central) await run(`select create_reference_table('${table}')`);
  for (const table of farmTables) {
    const beside = table === 'farms' ? '' : `, colocate_with => 'farms'`;
    await run(`select create_distributed_table('${table}', '${keyOf(table)}'${beside})`);
  }
  // A transaction that has asked several machines at once may not write to a table that is copied to all; one after another it may.
  await run(`do $$ begin
    execute format('alter database %I set citus.multi_shard_modify_mode to sequential', current_database());
  end $$`);
}

async function inPartitions(tx: Tx, run: Run): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_viewdef('offered'::regclass) as definition`.execute(tx);
  await run('drop view offered');
  for (const table of farmTables) {
    const indexes = await readIndexes(tx, table);
    await run(`alter table ${table} rename to whole`);
    await run(`create table ${table} (like whole including all excluding indexes) partition by hash (${keyOf(table)})`);
    for (let remainder = 0; remainder < partitions; remainder += 1) {
      const values = `with (modulus ${partitions}, remainder ${remainder})`;
      await run(`create table ${table}_${remainder} partition of ${table} for values ${values}`);
    }
    await run(`insert into ${table} select * from whole`);
    await run('drop table whole');
    for (const index of indexes) {
      const { name, constraint, hasKey } = index;
      await run(constraint && hasKey ? `alter table ${table} add constraint ${name} ${constraint}` : plainIndex(index));
    }
  }
  await run(`create view offered as ${rows[0]?.definition ?? ''}`);
}

interface Reference {
  readonly table: string;
  readonly target: string;
  readonly name: string;
  readonly definition: string;
}

async function readReferences(tx: Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as table, confrelid::regclass::text as target, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`.execute(tx);
  return rows;
}

interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  /** A unique one of a distributed table must contain the key by which it is distributed. */
  readonly hasKey: boolean;
  readonly definition: string;
  readonly constraint: string | null;
}

async function readIndexes(tx: Tx, table: FarmTable): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select relname as name, indisunique as "isUnique", attnum = any(indkey) as "hasKey", pg_get_indexdef(indexrelid) as definition,
      (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) as constraint
    from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_attribute on attrelid = indrelid and attname = ${keyOf(table)}
    where indrelid = ${table}::regclass order by indisprimary desc, relname`.execute(tx);
  return rows;
}

/** Uniqueness without the key ends; the index remains. */
const plainIndex = ({ hasKey, definition }: Index): string =>
  hasKey ? definition : definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX');
