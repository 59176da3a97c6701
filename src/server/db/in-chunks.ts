import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Db } from './engines/connect.ts';
import { isEmbedded, type Tx } from './transaction.ts';

/** SQLite runs in the server's own thread, so requests wait for each statement. */
const rowsInThread = 200;
/** Larger, because PostgreSQL scans the rows that earlier chunks have changed again for each chunk. */
const rowsElsewhere = 5000;

export async function inChunks(tx: Tx, change: (most: number) => Promise<bigint>): Promise<void> {
  const most = isEmbedded(tx) ? rowsInThread : rowsElsewhere;
  for (let changed = BigInt(most); changed >= BigInt(most);) changed = await change(most);
}

/** Whether the column has one of the values of a subquery, written so that PostgreSQL uses the index. */
export const isOneOf = (db: Db | Tx, column: string, values: Expression<unknown>): RawBuilder<boolean> =>
  isEmbedded(db) ? sql<boolean>`${sql.ref(column)} in (${values})` : sql<boolean>`${sql.ref(column)} = any(array(${values}))`;
