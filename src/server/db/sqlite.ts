import {
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  type TransactionSettings,
  UpdateQueryNode,
} from 'kysely';
import { Handle } from './sqlite-handle.ts';
import { SqliteWriter, type SqliteTransaction } from './sqlite-writer.ts';

/**
 * SQLite inside the process, with the promise of an acknowledged write being on the disk (WAL, synchronous=FULL).
 * One connection writes, others read: a long transaction never keeps a reader waiting, as in PostgreSQL.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PortableQueryCompiler(),
  };
}

class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `FOR UPDATE` says nothing new here: a transaction begins IMMEDIATE and so holds the only write lock already. */
class PortableQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #snapshots: Handle[] = [];
  readonly #waiting: ((handle: Handle) => void)[] = [];
  #openSnapshots = 0;
  #writer!: SqliteWriter;
  #reader!: Handle;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#writer = new SqliteWriter(new Handle(this.#file));
    this.#reader = new Handle(this.#file);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#reader, this.#writer);
  }

  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') connection.transaction = await this.#openSnapshot();
    else connection.transaction = await this.#writer.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.endTransaction('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.endTransaction('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer?.close();
    for (const handle of [this.#reader, ...this.#snapshots.splice(0)]) handle?.close();
  }

  /** Reads of one moment, however long they take, on a connection of their own: what others write meanwhile is not in them. */
  async #openSnapshot(): Promise<SqliteTransaction> {
    const handle = this.#snapshots.pop() ?? (await this.#nextSnapshot());
    handle.exec('begin');
    return {
      run: (query) => handle.run(query),
      iterate: (query) => handle.iterate(query),
      end: async () => {
        handle.exec('rollback');
        const next = this.#waiting.shift();
        if (next) next(handle);
        else this.#snapshots.push(handle);
      },
    };
  }

  /** A new one while there are few, else the next that is given back. */
  #nextSnapshot(): Promise<Handle> {
    if (this.#openSnapshots >= mostSnapshots) return new Promise((take) => void this.#waiting.push(take));
    const handle = new Handle(this.#file);
    this.#openSnapshots += 1;
    return Promise.resolve(handle);
  }
}

/** Each keeps a cache of pages and its prepared statements. More would only take turns on the same thread. */
const mostSnapshots = 3;

class SqliteConnection implements DatabaseConnection {
  readonly #reader: Handle;
  readonly #writer: SqliteWriter;
  transaction: SqliteTransaction | undefined;

  constructor(reader: Handle, writer: SqliteWriter) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    await transaction?.end(how);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transaction) return this.transaction.run<R>(query);
    if (SelectQueryNode.is(query.query)) return this.#reader.run<R>(query);
    return isChangeOfRows(query) ? this.#writer.runInBatch<R>(query) : this.#writer.runAlone<R>(query);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield* (this.transaction ?? this.#reader).iterate<R>(query);
  }
}

/** What can share a transaction with others; `vacuum` and the like cannot. */
const isChangeOfRows = ({ query }: CompiledQuery): boolean =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
