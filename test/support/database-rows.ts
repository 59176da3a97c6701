import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/engines/connect.ts';
import { readTables } from '#server/db/engines/distribute.ts';
import { booleanColumns, type Database } from '#server/db/schema/schema.ts';
import type { TestServer } from './engines.ts';

export interface Column {
  readonly table: keyof Database;
  readonly name: string;
  readonly kind: 'boolean' | 'integer' | 'text';
}

type Row = Readonly<Record<string, unknown>>;

const columnsOf = new WeakMap<Db, Promise<Column[]>>();

/** Introspected once for each database: tests read all its rows hundreds of times. */
export function readColumns({ db }: Pick<TestServer, 'db'>): Promise<Column[]> {
  const columns = columnsOf.get(db) ?? introspect(db);
  columnsOf.set(db, columns);
  return columns;
}

async function introspect(db: Db): Promise<Column[]> {
  const tables = await readTables(db);
  return tables
    .filter(({ name }) => !name.startsWith('kysely_'))
    .flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType }): Column => {
        const kind = booleanColumns.has(name) ? 'boolean' : /int/i.test(dataType) ? 'integer' : 'text';
        return { table: table as keyof Database, name, kind };
      }),
    );
}

type Source = Pick<TestServer, 'db'> & Partial<Pick<TestServer, 'engine'>>;

export async function readAllRows(server: Source, farmId?: string): Promise<Map<string, Row[]>> {
  const columns = await readColumns(server);
  const owner = (table: string): string => (table === 'farms' ? 'id' : 'farm_id');
  // The full-text index follows its listings, and has numbers beyond those of JavaScript.
  const tables = [...new Set(columns.map((column) => column.table))].filter(
    (table) =>
      !table.startsWith('listing_words') &&
      (!farmId || columns.some((column) => column.table === table && column.name === owner(table))),
  );
  const where = (table: string) => (farmId ? sql` where ${sql.ref(owner(table))} = ${farmId}` : sql``);
  const read = server.engine === 'postgres' ? readAtOnce : readOneByOne;
  const everything = await read(server, tables, where);
  return new Map(
    [...everything].map(([table, rows]) => {
      const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
      return [table, rows.toSorted((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1))];
    }),
  );
}

type Read = (
  server: Pick<TestServer, 'db'>,
  tables: readonly (keyof Database)[],
  where: (table: string) => RawBuilder<unknown>,
) => Promise<Map<string, Row[]>>;

const readOneByOne: Read = async ({ db }, tables, where) => {
  const everything = new Map<string, Row[]>();
  for (const table of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}${where(table)}`.execute(db);
    everything.set(table, rows);
  }
  return everything;
};

/** One statement, because sixty round trips take ten times as long. */
const readAtOnce: Read = async ({ db }, tables, where) => {
  const each = tables.map(
    (table) => sql`select ${sql.lit(table)} as "table", to_json(one.*)::text as row from ${sql.table(table)} one${where(table)}`,
  );
  const { rows } = await sql<{ table: string; row: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  const everything = new Map<string, Row[]>(tables.map((table) => [table, []]));
  for (const { table, row } of rows) everything.get(table)?.push(JSON.parse(row) as Row);
  return everything;
};

/** Without the rows that a restore itself writes. */
export const withoutRestoreMarks = (rows: ReadonlyMap<string, readonly Row[]>): ReadonlyMap<string, readonly Row[]> =>
  new Map([
    ...rows,
    ['restores', []],
    ['sessions', []],
    ['farms', (rows.get('farms') ?? []).map((farm) => ({ ...farm, epoch: '' }))],
  ]);
