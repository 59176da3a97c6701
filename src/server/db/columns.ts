import { sql, type ColumnDataType, type RawBuilder } from 'kysely';
import type { Engine } from './connect.ts';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** The column type of each kind of value in each engine; migrations use only these. */
export function columnTypes(engine: Engine) {
  const postgres = engine === 'postgres';
  // Compared byte by byte in both engines, whatever the database's own collation.
  const text: ColumnType = postgres ? sql`text collate "C"` : 'text';
  return { text, integer: 'integer', boolean: postgres ? 'boolean' : 'integer' } as const satisfies Record<string, ColumnType>;
}

/** Appended to a `create table`, because SQLite checks types only in strict tables. */
export const strict = (engine: Engine) => (engine === 'sqlite' ? sql`strict` : sql``);

/** A literal false for a column's default. */
export const no = (engine: Engine) => (engine === 'sqlite' ? sql`0` : sql`false`);
