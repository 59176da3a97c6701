import { PostgresAdapter, sql, type AliasableExpression, type Compilable, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from './connect.ts';
import { booleanColumns } from './schema.ts';
import type { Tx } from './transaction.ts';

/** Rows of a list as the database wrote them: JSON objects with commas between. */
export interface JsonRows {
  readonly count: number;
  readonly text: string | Uint8Array | null;
  /** The place of the last row, as a cursor (http/pages.ts); null where there is none. */
  readonly last: string | null;
}

export const noRows: JsonRows = { count: 0, text: null, last: null };

/**
 * The query that lets the database write the rows of another as JSON, in one row: text that becomes objects and text again costs four times as much.
 * `shape`: what the contract says a row is; nothing it does not name is written. `place`: the columns that order the list, all
 * descending, the newest first; their values are of equal length, so the least text is the last row.
 */
export function asJson<O>(
  db: Db | Tx,
  rows: AliasableExpression<O>,
  shape: z.ZodObject,
  place: readonly (keyof O & string)[],
): Compilable<JsonRows> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const row = isPostgres ? sql`row_to_json(rows)::text` : objectInSqlite(shape);
  // As bytes out of SQLite: what is only sent on need not become a string.
  const text = isPostgres ? sql<string>`string_agg(${row}, ',')` : sql<Uint8Array>`cast(group_concat(${row}, ',') as blob)`;
  const last = sql<string>`min(${sql.join(
    place.map((column) => sql.ref(`rows.${column}`)),
    sql` || '_' || `,
  )})`;
  return db
    .selectFrom(rows.as('rows'))
    .select([sql<number>`count(*)`.as('count'), sql<string | Uint8Array | null>`${text}`.as('text'), last.as('last')]);
}

/** SQLite has no booleans: what stands for one is written as one. */
function objectInSqlite({ shape }: z.ZodObject): RawBuilder<string> {
  const fields = Object.keys(shape).map((name) => {
    const column = sql.ref(`rows.${name}`);
    return sql`${sql.lit(name)}, ${booleanColumns.has(name) ? sql`iif(${column}, json('true'), json('false'))` : column}`;
  });
  return sql<string>`json_object(${sql.join(fields)})`;
}
