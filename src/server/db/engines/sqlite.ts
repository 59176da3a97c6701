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
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Handle } from './sqlite-handle.ts';
import { SqliteWriter, type SqliteTransaction } from './sqlite-writer.ts';
import { inTimeSlices } from './time-slices.ts';

/**
 * SQLite in this process; an acknowledged write is on the disk (WAL, synchronous=FULL). One connection writes and others read, so that a
 * transaction delays no reader, as in PostgreSQL.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new EmbeddedAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PortableQueryCompiler(),
  };
}

export class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `FOR UPDATE` is superfluous: a transaction begins IMMEDIATE and already has the only write lock. */
class PortableQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #snapshots: Handle[] = [];
  readonly #snapshotSlots = new Semaphore({
    name: 'database_snapshots',
    capacity: maxSnapshots,
    waiting: 1000,
    perCaller: maxSnapshots / 2,
  });
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
    connection.transaction = await (accessMode === 'read only' ? this.#openSnapshot() : this.#writer.begin());
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

  /** A read transaction on a separate connection neither sees nor delays writes. */
  async #openSnapshot(): Promise<SqliteTransaction> {
    const release = await this.#snapshotSlots.enter();
    try {
      const handle = this.#snapshots.pop() ?? new Handle(this.#file, { cacheKilobytes: 4000 });
      handle.exec('begin');
      return {
        run: inTimeSlices((query) => handle.run(query)),
        iterate: (query) => handle.iterate(query),
        end: async () => {
          try {
            handle.exec('rollback');
            this.#snapshots.push(handle);
          } finally {
            release();
          }
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }
}

/** The number of lists that are written concurrently (lists/pages.ts). Each snapshot has a page cache and prepared statements. */
const maxSnapshots = 6;

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
    return isChangeOfRows(query) ? this.#writer.run<R>(query) : this.#writer.runAlone((handle) => handle.run<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield* (this.transaction ?? this.#reader).iterate<R>(query);
  }
}

const isChangeOfRows = ({ query }: CompiledQuery): boolean =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
