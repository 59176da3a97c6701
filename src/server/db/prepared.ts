import { PostgresAdapter, type Compilable, type CompiledQuery, type DialectAdapter } from 'kysely';
import type { Db } from './connect.ts';
import { reusePlan } from './postgres.ts';

/** A parameter that each run gives anew. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query whose SQL is built once for each engine and then only run: building it takes several times as long as a small read.
 * PostgreSQL too plans it only once for each connection. `build` must ask for the same SQL whatever it is given, and use each value as a parameter only.
 */
export function prepare<G extends object, R>(build: (db: Db, given: G) => Compilable<R>): (db: Db, given: G) => Promise<R[]> {
  const built = new WeakMap<DialectAdapter, CompiledQuery<R>>();
  // Whatever is asked for by name is a slot of that name; the builder only passes it on.
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as G;
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, slots).compile();
      if (adapter instanceof PostgresAdapter) query = { ...query, sql: `${query.sql} ${reusePlan}` };
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? given[value.name as keyof G] : value));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
