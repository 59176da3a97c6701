import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';

export type Run = <R>(query: CompiledQuery) => QueryResult<R> | Promise<QueryResult<R>>;

const timeSliceMs = 20;

export interface TimeSlice {
  began: number;
}

export const newTimeSlice = (): TimeSlice => ({ began: performance.now() });

/** Lets other events be handled between two statements, because SQLite runs in the server's own thread. */
export function inTimeSlices(run: <R>(query: CompiledQuery) => QueryResult<R>, slice = newTimeSlice()): Run {
  return (query) => {
    if (performance.now() - slice.began < timeSliceMs) return run(query);
    return setImmediate().then(() => {
      slice.began = performance.now();
      return run(query);
    });
  };
}
