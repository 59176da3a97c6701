import type { Engine } from '../connect.ts';

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

interface Trigger {
  readonly name: string;
  /** Such as `after update of name on farms`. */
  readonly event: string;
  readonly when?: string;
  readonly body: string;
}

/** A trigger for each row, whose condition and statements both engines understand. */
export const rowTrigger = (engine: Engine, { name, event, when, body }: Trigger): string[] =>
  engine === 'sqlite'
    ? [`create trigger ${name} ${event}${when === undefined ? '' : ` when ${when}`} begin ${body} end`]
    : [
        `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
        `create trigger ${name} ${event} for each row${when === undefined ? '' : ` when (${when})`} execute function ${name}()`,
      ];

/** PostgreSQL's trigger for each statement, in which `added` and `removed` are its rows. */
export const statementTrigger = (name: string, event: 'insert' | 'update' | 'delete', table: string, body: string): string[] => {
  const added = event === 'delete' ? '' : ' new table as added';
  const removed = event === 'insert' ? '' : ' old table as removed';
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${event} on ${table} referencing${removed}${added} for each statement execute function ${name}()`,
  ];
};
