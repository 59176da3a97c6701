import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { booleanColumns, type Database } from '#server/db/schema.ts';
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
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !name.startsWith('kysely_'))
    .flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType }): Column => {
        const kind = booleanColumns.has(name) ? 'boolean' : /int/i.test(dataType) ? 'integer' : 'text';
        return { table: table as keyof Database, name, kind };
      }),
    );
}

export async function readAllRows(server: Pick<TestServer, 'db'>, farmId?: string): Promise<Map<string, Row[]>> {
  const columns = await readColumns(server);
  const everything = new Map<string, Row[]>();
  for (const table of new Set(columns.map((column) => column.table))) {
    const owner = table === 'farms' ? 'id' : 'farm_id';
    if (farmId && !columns.some((column) => column.table === table && column.name === owner)) continue;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)}${farmId ? sql` where ${sql.ref(owner)} = ${farmId}` : sql``}`.execute(
        server.db,
      );
    const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
    everything.set(
      table,
      rows.toSorted((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1)),
    );
  }
  return everything;
}

/** Without what a restore itself writes. */
export const withoutRestoreMarks = (rows: ReadonlyMap<string, readonly Row[]>): ReadonlyMap<string, readonly Row[]> =>
  new Map([...rows, ['restores', []], ['farms', (rows.get('farms') ?? []).map((farm) => ({ ...farm, epoch: '' }))]]);
