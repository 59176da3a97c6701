import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route; there is no default.
 * `public`: anyone. `user`: signed in. `farm`: signed in, and the handler gets the session's FarmId. `admin`: administrators.
 */
export type Access = 'public' | 'user' | 'farm' | 'admin';

export interface FileBody {
  readonly field: string;
  readonly maxBytes: number;
  /** What a larger file is answered with; 'request.too_large' unless said. */
  readonly tooLarge?: ErrorCode;
  /** Too large for memory: it is received into a file that is gone when the answer is. */
  readonly onDisk?: true;
}

export interface Route {
  readonly method: Method;
  /** Below `/api`; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is one file in this multipart field instead of JSON. */
  readonly file?: FileBody;
  readonly reply: z.ZodType;
  /** Answers with a file of one of these media types instead of JSON; `reply` is then `z.never()`. */
  readonly download?: readonly string[];
  /**
   * Depends on nothing but the farm's records: the answer has an ETag that holds while the farm's revision does, and a request that
   * names it in If-None-Match is answered 304 without a body. The handler gives the JSON as text that the database wrote.
   */
  readonly byRevision?: true;
  /** Status of a success; 200 unless said. */
  readonly status?: 200 | 201;
  /** What it may answer besides the errors every route can give (`commonErrors`). */
  readonly errors?: readonly ErrorCode[];
}

export const route = <const R extends Route>(definition: R): R => definition;
export type RouteTable = Readonly<Record<string, Route>>;

type Part<R, K extends string, Out extends boolean> = K extends keyof R
  ? R[K] extends z.ZodType
    ? { [P in K]: Out extends true ? z.output<R[K]> : z.input<R[K]> }
    : unknown
  : unknown;

/** What a handler receives: parsed values. */
export type Parsed<R> = Part<R, 'params', true> & Part<R, 'query', true> & Part<R, 'body', true>;
/** What a caller passes: values before parsing. */
export type Call<R> = Part<R, 'params', false> & Part<R, 'query', false> & Part<R, 'body', false>;
/** What the handler returns and the caller gets. */
export type Reply<R extends Route> = z.output<R['reply']>;
