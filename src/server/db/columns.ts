import { sql, type ColumnDataType, type RawBuilder } from 'kysely';
import type { Engine } from './connect.ts';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** What a kind of value is called in each engine; migrations use these names only. */
export function columnTypes(engine: Engine) {
  const postgres = engine === 'postgres';
  // Compared byte by byte in both engines, whatever the database's own collation.
  const text: ColumnType = postgres ? sql`text collate "C"` : 'text';
  return { text, integer: 'integer', boolean: postgres ? 'boolean' : 'integer' } as const satisfies Record<string, ColumnType>;
}

/** Ends a `create table`: SQLite checks types only where it is told to. */
export const strict = (engine: Engine) => (engine === 'sqlite' ? sql`strict` : sql``);

/** A literal false for a column's default. */
export const no = (engine: Engine) => (engine === 'sqlite' ? sql`0` : sql`false`);
