import type { z } from 'zod';
import type { Right } from '#domain/accounts/members.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `user` is anyone signed in; `farm` is the same or an API key, with the FarmId of the session or the key for the handler. */
export type Access = 'public' | 'user' | 'farm' | 'admin';

export interface FileBody {
  readonly field: string;
  readonly maxBytes: number;
  /** The error for a larger file; defaults to 'request.too_large'. */
  readonly tooLarge?: ErrorCode;
  /** The file is received into a temporary file, since it is too large for memory. */
  readonly onDisk?: true;
}

interface Definition {
  readonly method: Method;
  /** Relative to `/api`; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The maximum body in bytes, if more than the default of 256 kB is needed. */
  readonly maxBodyBytes?: number;
  /** The body is a multipart form with one file in this field. */
  readonly file?: FileBody;
  readonly reply: z.ZodType;
  /** The media types of a file that is returned instead of JSON; `reply` is then `z.never()`. */
  readonly download?: readonly string[];
  /**
   * The answer depends only on the records of the farm. Its ETag is valid until the farm's next revision, and If-None-Match is
   * answered with 304. The handler returns JSON text written by the database.
   */
  readonly byRevision?: true;
  /** Refused to API keys, because it is about the caller as a person; so is everything that needs `own` or `invite`. */
  readonly personal?: true;
  /** Makes something that lasts, or takes the farm along: refused to a session opened with a PIN, which may have been observed. */
  readonly byPassword?: true;
  /** The description of a 304 that the handler may answer with. */
  readonly notModified?: string;
  /** May be stored offline and sent later through `POST /api/sync`, so it must be idempotent. */
  readonly offline?: true;
  /** Takes back what was recorded, so a farm that is full may call it, as everything with DELETE. */
  readonly frees?: true;
  readonly status?: 200 | 201;
  readonly errors?: readonly ErrorCode[];
}

export type Route = Definition &
  ({ readonly access: 'farm'; readonly needs: Right } | { readonly access: Exclude<Access, 'farm'>; readonly needs?: never });

export const route = <const R extends Route>(definition: R): R => definition;

/** Refused with `farm.full` when the farm has stored as much as its plan keeps. */
export const addsRecords = ({ method, needs, frees }: Route): boolean =>
  method !== 'GET' && method !== 'DELETE' && frees !== true && (needs === 'record' || needs === 'keep' || needs === 'manage');

export type RouteTable = Readonly<Record<string, Route>>;

type Part<R, K extends string, Out extends boolean> = K extends keyof R
  ? R[K] extends z.ZodType
    ? { [P in K]: Out extends true ? z.output<R[K]> : z.input<R[K]> }
    : unknown
  : unknown;

export type Parsed<R> = Part<R, 'params', true> & Part<R, 'query', true> & Part<R, 'body', true>;
export type Call<R> = Part<R, 'params', false> & Part<R, 'query', false> & Part<R, 'body', false>;
export type Reply<R extends Route> = z.output<R['reply']>;
