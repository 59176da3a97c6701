import { sql, type AliasedRawBuilder } from 'kysely';

/** Whether a statement found, or returned, a row. */
export const isAny = async (statement: { readonly executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await statement.executeTakeFirst()) !== undefined;

interface Rows {
  readonly select: (columns: readonly AliasedRawBuilder<number, 'count'>[]) => { readonly execute: () => Promise<object[]> };
}

export async function countRows(rows: Rows): Promise<number> {
  const [row] = await rows.select([sql<number>`count(*)`.as('count')]).execute();
  return (row as { readonly count: number }).count;
}
