import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';

export type Run = <R>(query: CompiledQuery) => QueryResult<R> | Promise<QueryResult<R>>;

const timeSliceMs = 20;

/** Lets other events be handled between two statements, because SQLite runs in the server's own thread. */
export function inTimeSlices(run: <R>(query: CompiledQuery) => QueryResult<R>): Run {
  let began = performance.now();
  return (query) => {
    if (performance.now() - began < timeSliceMs) return run(query);
    return setImmediate().then(() => {
      began = performance.now();
      return run(query);
    });
  };
}
