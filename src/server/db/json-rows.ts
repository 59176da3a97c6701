import { PostgresAdapter, sql, type AliasableExpression, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from './engines/connect.ts';
import { booleanColumns } from './schema/schema.ts';
import type { Tx } from './transaction.ts';

export interface JsonRows {
  readonly count: number;
  readonly text: string | Uint8Array | null;
  readonly last: string | null;
}

/**
 * Lets the database write rows as JSON in one row, because reading them into objects first costs four times as much. Only the fields of `shape` are written.
 * `cursorColumns` order the list, all descending, newest first; their values have equal length, so the smallest text is the last row.
 */
export function readAsJson<O>(
  db: Db | Tx,
  rows: AliasableExpression<O>,
  shape: z.ZodObject,
  cursorColumns: readonly (keyof O & string)[],
): Promise<JsonRows> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const row = isPostgres ? sql`row_to_json(rows)::text` : objectInSqlite(shape);
  // Bytes, because the text is only passed on and need not become a string.
  const text = isPostgres ? sql<string>`string_agg(${row}, ',')` : sql<Uint8Array>`cast(group_concat(${row}, ',') as blob)`;
  const last = sql<string>`min(${sql.join(
    cursorColumns.map((column) => sql.ref(`rows.${column}`)),
    sql` || '_' || `,
  )})`;
  return db
    .selectFrom(rows.as('rows'))
    .select([sql<number>`count(*)`.as('count'), sql<string | Uint8Array | null>`${text}`.as('text'), last.as('last')])
    .$castTo<JsonRows>()
    .executeTakeFirstOrThrow();
}

/** For rows that are sent in another form than they are stored, in the order of the list. `cursorOf` gives the values of its order. */
export function writeAsJson<T>(rows: readonly T[], cursorOf: (row: T) => readonly string[]): JsonRows {
  const last = rows.at(-1);
  return {
    count: rows.length,
    text: last ? rows.map((row) => JSON.stringify(row)).join(',') : null,
    last: last ? cursorOf(last).join('_') : null,
  };
}

function objectInSqlite({ shape }: z.ZodObject): RawBuilder<string> {
  const fields = Object.keys(shape).map((name) => {
    const column = sql.ref(`rows.${name}`);
    return sql`${sql.lit(name)}, ${booleanColumns.has(name) ? sql`iif(${column}, json('true'), json('false'))` : column}`;
  });
  return sql<string>`json_object(${sql.join(fields)})`;
}
