import { CompiledQuery } from 'kysely';
import type { Handle } from './sqlite-handle.ts';

/** Triggers and this program keep these from what other tables hold, so undoing the others undoes them. */
const derived: ReadonlySet<string> = new Set(['listings', 'farm_sizes', 'undo_log', 'long_transactions']);

interface Column {
  readonly name: string;
  readonly isKey: boolean;
}

/**
 * Makes triggers, for this connection only, that write the opposite of each changed row into `undo_log` while the temporary table
 * `recording` names a transaction. They are made from the tables as they are, so a new table or column takes part by itself.
 */
export function makeUndoTriggers(handle: Handle): void {
  handle.exec('create temp table if not exists recording (transaction_id integer not null, slice integer not null)');
  for (const table of listTables(handle)) handle.exec(triggersOf(table, listColumns(handle, table)));
}

/** Undoes the last slice of a transaction that is still to be undone; false when there is none. The caller holds the writer. */
export function undoLastSlice(handle: Handle, id: number): boolean {
  handle.exec('begin immediate');
  try {
    // A parent and its child may have changed in one statement, which the rows of the log undo one by one.
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

/** Without those that the database computes. */
function listColumns(handle: Handle, table: string): Column[] {
  const query = 'select name, pk from pragma_table_xinfo(?) where hidden = 0';
  const { rows } = handle.run<{ name: string; pk: number }>(CompiledQuery.raw(query, [table]));
  return rows.map(({ name, pk }) => ({ name, isKey: pk > 0 }));
}

function triggersOf(table: string, columns: readonly Column[]): string {
  const keys = columns.filter(({ isKey }) => isKey);
  if (keys.length === 0) throw new Error(`The table ${table} has no key by which a change could be undone`);
  const names = columns.map(({ name }) => `"${name}"`);
  const isRow = joined(
    keys.map(({ name }) => `'"${name}" = ' || quote(new."${name}")`),
    ' and ',
  );
  const oldValues = joined(
    names.map((name) => `quote(old.${name})`),
    ', ',
  );
  // A revision is never taken twice: what was read under it may be kept somewhere.
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
    // Only what has changed, so that nothing else of the row is put back to what it was. The first comma goes.
    record('update', `'update "${table}" set ' || substr(${changes.join(' || ')}, 3) || ' where ' || ${isRow}`).replace(
      'from recording;',
      `from recording where ${restored.map((name) => `old.${name} is not new.${name}`).join(' or ')};`,
    ),
  ].join('');
}

/** SQL for texts that are joined by another. */
const joined = (parts: readonly string[], separator: string): string => parts.join(` || '${separator}' || `);
