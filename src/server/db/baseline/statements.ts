import type { Engine } from '../engines/connect.ts';

/**
 * The statements of a text in the words of an engine. In the text a statement ends with `;` at the end of a line, each column has a line,
 * types are text, integer, bigint, boolean, real and counter, and a line that begins with `--` is a comment.
 */
export const statementsOf = (engine: Engine, text: string): string[] =>
  text
    .replaceAll(/^ *--.*\n/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (statement.startsWith('create table') ? tablesOf[engine](statement) : statement));

const tablesOf: Readonly<Record<Engine, (table: string) => string>> = {
  sqlite: (table) =>
    // SQLite checks types only where it is told to.
    `${table} strict`
      .replaceAll(/^( +\w+) (boolean|bigint)\b/gm, '$1 integer')
      .replaceAll(/^( +\w+) counter\b/gm, '$1 integer primary key autoincrement')
      .replaceAll('default false', 'default 0')
      .replaceAll('default true', 'default 1'),
  postgres: (table) =>
    table
      // Compared byte by byte, as in SQLite, whatever the database's own collation.
      .replaceAll(/^( +\w+) text\b/gm, '$1 text collate "C"')
      .replaceAll(/^( +\w+) real\b/gm, '$1 double precision')
      .replaceAll(/^( +\w+) counter\b/gm, '$1 bigint generated always as identity primary key'),
};
