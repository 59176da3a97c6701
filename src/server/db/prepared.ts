import { PostgresAdapter, type Compilable, type CompiledQuery, type DialectAdapter } from 'kysely';
import type { Db } from './connect.ts';
import { reusePlan } from './postgres.ts';

/** Stands for a value while the query is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query whose SQL is built once per engine, because building it takes several times as long as a small read. PostgreSQL also plans it only
 * once per connection. `build` must produce the same SQL for all values and use them only as parameters.
 */
export function prepare<G extends object, R>(build: (db: Db, values: G) => Compilable<R>): (db: Db, values: G) => Promise<R[]> {
  const built = new WeakMap<DialectAdapter, CompiledQuery<R>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as G;
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, placeholders).compile();
      if (adapter instanceof PostgresAdapter) query = { ...query, sql: `${query.sql} ${reusePlan}` };
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.name as keyof G] : value));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
