import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { booleanColumns } from '../schema/schema.ts';

const maxStatements = 500;
const maxSqlLength = 1_000_000;

export class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();
  #sqlLength = 0;

  constructor(file: string, { cacheKilobytes = 16_000 } = {}) {
    this.#db = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true });
    this.#db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -${cacheKilobytes}`,
    );
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, columns } = this.#prepared(sql);
    const values = parameters.map(toSqlite);
    if (columns.length > 0) return { rows: statement.all(...values).map((row) => fromSqlite<R>(row, columns)) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  *iterate<R>({ sql, parameters }: CompiledQuery): IterableIterator<QueryResult<R>> {
    // Not from the cache: two iterations of one statement would reset each other.
    const { statement, columns } = this.#prepare(sql);
    try {
      for (const row of statement.iterate(...parameters.map(toSqlite))) yield { rows: [fromSqlite<R>(row, columns)] };
    } finally {
      statement[Symbol.dispose]();
    }
  }

  close(): void {
    this.#finalizeStatements(0);
    if (this.#db.isOpen) this.#db.close();
  }

  #prepared(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const prepared = this.#prepare(sql);
    // A statement takes several times the memory of its text.
    this.#sqlLength += sql.length;
    if (this.#statements.size >= maxStatements || this.#sqlLength > maxSqlLength) this.#finalizeStatements(sql.length);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Frees SQLite's memory now, because garbage collection does not see its size and might run much later. */
  #finalizeStatements(sqlLength: number): void {
    for (const { statement } of this.#statements.values()) statement[Symbol.dispose]();
    this.#statements.clear();
    this.#sqlLength = sqlLength;
  }

  #prepare(sql: string): PreparedStatement {
    // The types of node:sqlite do not declare Disposable yet.
    const statement = this.#db.prepare(sql) as Statement;
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => ({ name, isBoolean: booleanColumns.has(name) }));
    return { statement, columns };
  }
}

type Statement = StatementSync & Disposable;

interface PreparedStatement {
  readonly statement: Statement;
  readonly columns: readonly { readonly name: string; readonly isBoolean: boolean }[];
}

const toSqlite = (value: unknown): SQLInputValue => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue));

/**
 * SQLite stores booleans as 0 and 1. Rows built here from arrays share one hidden class: 10,000 animals are read, checked and written as JSON in half
 * the time that node:sqlite's own objects take.
 */
function fromSqlite<R>(values: unknown, columns: PreparedStatement['columns']): R {
  const row: Record<string, unknown> = {};
  for (const [index, { name, isBoolean }] of columns.entries()) {
    const value = (values as readonly unknown[])[index];
    row[name] = isBoolean && value !== null ? value !== 0 : value;
  }
  return row as R;
}
