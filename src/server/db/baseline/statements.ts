import type { Engine } from '../engines/connect.ts';
import { isAdded, type Table } from './table.ts';

/** The statements that make tables in an engine. The types of columns are text, integer, bigint, boolean, real and counter. */
export const statementsOf = (engine: Engine, tables: Readonly<Record<string, Table>>): string[] =>
  Object.entries(tables).flatMap(([name, { columns, more }]) => {
    const lines = [
      ...Object.entries(columns).flatMap(([column, sql]) => (isAdded(sql) ? [] : `${column} ${inWordsOf[engine](sql)}`)),
      ...more.filter(isConstraint),
    ];
    // SQLite checks types only where it is told to.
    const table = `create table ${name} (\n  ${lines.join(',\n  ')}\n)${engine === 'sqlite' ? ' strict' : ''}`;
    return [table, ...more.filter((sql) => !isConstraint(sql))];
  });

export const addColumn = (engine: Engine, table: string, { columns }: Table, column: string): string =>
  `alter table ${table} add column ${column} ${inWordsOf[engine](columns[column] ?? '')}`;

const isConstraint = (sql: string): boolean => sql.startsWith('constraint ');

const inWordsOf: Readonly<Record<Engine, (column: string) => string>> = {
  sqlite: (column) =>
    column
      .replace(/^(?:boolean|bigint)\b/, 'integer')
      .replace(/^counter\b/, 'integer primary key autoincrement')
      .replace('default false', 'default 0')
      .replace('default true', 'default 1'),
  postgres: (column) =>
    column
      // Compared byte by byte, as in SQLite, whatever the database's own collation.
      .replace(/^text\b/, 'text collate "C"')
      .replace(/^real\b/, 'double precision')
      .replace(/^counter\b/, 'bigint generated always as identity primary key'),
};
