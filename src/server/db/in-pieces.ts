import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Db } from './connect.ts';
import { isEmbedded, pause, type Tx } from './transaction.ts';

/** On SQLite the statement runs in the server's own thread, where others wait for it. */
const rowsInThread = 200;
/** PostgreSQL passes over what earlier pieces of a transaction have changed each time it looks for the next. */
const rowsElsewhere = 5000;

/** Changes or deletes rows so many at a time, until a piece finds fewer than it may. */
export async function inPieces(tx: Tx, change: (most: number) => Promise<bigint>): Promise<void> {
  const most = isEmbedded(tx) ? rowsInThread : rowsElsewhere;
  while ((await change(most)) >= BigInt(most)) await pause(tx);
}

/** Whether the column has one of the values of a subquery. Each is looked up by its index: PostgreSQL would rather read the whole table. */
export const isOneOf = (db: Db | Tx, column: string, values: Expression<unknown>): RawBuilder<boolean> =>
  isEmbedded(db) ? sql<boolean>`${sql.ref(column)} in (${values})` : sql<boolean>`${sql.ref(column)} = any(array(${values}))`;
