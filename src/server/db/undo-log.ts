import { CompiledQuery } from 'kysely';
import type { Handle } from './sqlite-handle.ts';

/** Tables derived from others by triggers, so undoing those undoes them. */
const derived: ReadonlySet<string> = new Set([
  'listings',
  'listing_changes',
  'farm_sizes',
  'gone',
  'undo_log',
  'long_transactions',
]);

interface Column {
  readonly name: string;
  readonly isKey: boolean;
}

/**
 * Creates triggers, for this connection only, that log the opposite of each change while `recording` names a transaction. They are generated
 * from the current schema, so they cover new tables and columns.
 */
export function makeUndoTriggers(handle: Handle): void {
  handle.exec('create temp table if not exists recording (transaction_id integer not null, slice integer not null)');
  for (const table of listTables(handle)) handle.exec(triggersOf(table, listColumns(handle, table)));
}

/** Undoes the last slice. Returns false if there is none. The caller must hold the writer's lock. */
export function undoLastSlice(handle: Handle, id: number): boolean {
  handle.exec('begin immediate');
  try {
    // A parent and its child may have changed in one statement, which the log undoes row by row.
    handle.exec('pragma defer_foreign_keys = on');
    const { rows } = handle.run<{ statement: string; slice: number }>(
      CompiledQuery.raw(
        `select statement, slice from undo_log where transaction_id = ?1
         and slice = (select max(slice) from undo_log where transaction_id = ?1) order by position desc`,
        [id],
      ),
    );
    for (const { statement } of rows) handle.exec(statement);
    const slice = rows[0]?.slice;
    if (slice === undefined) handle.run(CompiledQuery.raw('delete from long_transactions where id = ?', [id]));
    else handle.run(CompiledQuery.raw('delete from undo_log where transaction_id = ? and slice = ?', [id, slice]));
    handle.exec('commit');
    return slice !== undefined;
  } catch (error) {
    if (handle.inTransaction) handle.exec('rollback');
    throw error;
  }
}

function listTables(handle: Handle): string[] {
  const query = `select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`;
  const { rows } = handle.run<{ name: string }>(CompiledQuery.raw(query));
  return rows.map(({ name }) => name).filter((name) => !derived.has(name));
}

function listColumns(handle: Handle, table: string): Column[] {
  const query = 'select name, pk from pragma_table_xinfo(?) where hidden = 0';
  const { rows } = handle.run<{ name: string; pk: number }>(CompiledQuery.raw(query, [table]));
  return rows.map(({ name, pk }) => ({ name, isKey: pk > 0 }));
}

function triggersOf(table: string, columns: readonly Column[]): string {
  const keys = columns.filter(({ isKey }) => isKey);
  if (keys.length === 0) throw new Error(`The table ${table} has no key by which a change could be undone`);
  const names = columns.map(({ name }) => `"${name}"`);
  const isRow = joinSql(
    keys.map(({ name }) => `'"${name}" = ' || quote(new."${name}")`),
    ' and ',
  );
  const oldValues = joinSql(
    names.map((name) => `quote(old.${name})`),
    ', ',
  );
  // A revision is never reused: answers that were read under it may be cached.
  const restored = names.filter((name) => name !== '"revision"');
  const changes = restored.map(
    (name) => `case when old.${name} is not new.${name} then ', ${name} = ' || quote(old.${name}) else '' end`,
  );
  const record = (event: string, statement: string): string => `
    create temp trigger "undo_${event}_${table}" after ${event} on "${table}" begin
      insert into undo_log (transaction_id, slice, statement) select transaction_id, slice, ${statement} from recording;
    end;`;
  return [
    record('insert', `'delete from "${table}" where ' || ${isRow}`),
    record('delete', `'insert into "${table}" (${names.join(', ')}) values (' || ${oldValues} || ')'`),
    // Only the changed columns, so that later changes to others survive. The first comma is cut off.
    record('update', `'update "${table}" set ' || substr(${changes.join(' || ')}, 3) || ' where ' || ${isRow}`).replace(
      'from recording;',
      `from recording where ${restored.map((name) => `old.${name} is not new.${name}`).join(' or ')};`,
    ),
  ].join('');
}

const joinSql = (parts: readonly string[], separator: string): string => parts.join(` || '${separator}' || `);
