import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import { addresses } from '../addresses.computed.ts';
import { localCopy, NotStored } from './local-copy.ts';
import { requestTimeoutMs, watchStall } from './request-timeout.ts';

export type CallName = keyof Api;

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The message is the status, a colon and the body as it came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly userMessage: string | undefined;
  readonly fields: readonly FieldError[];

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body === '' ? statusText : body}`);
    this.name = 'ApiError';
    const problem = parseProblem(body);
    this.status = status;
    this.code = typeof problem['code'] === 'string' ? problem['code'] : undefined;
    this.userMessage = typeof problem['message'] === 'string' && problem['message'] !== '' ? problem['message'] : undefined;
    this.fields = Array.isArray(problem['errors']) ? problem['errors'].filter(isFieldError) : [];
  }
}

/** The request may or may not have arrived. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
    super(isLate ? 'The server did not answer in time.' : 'The server could not be reached.', { cause });
    this.name = 'NetworkError';
  }
}

/**
 * A chunk of the page did not arrive: the connection was lost for a moment, or the server has been updated. While a page is open,
 * a browser remembers the modules it could not fetch (the module map of the HTML standard), so only loading the page again helps.
 */
export class PageReloadError extends Error {
  constructor(cause: unknown) {
    super('Part of this page did not arrive. Load the page again.', { cause });
    this.name = 'PageReloadError';
  }
}

export function errorMessage(error: unknown, fallback: string): string {
  if (isSessionExpired(error)) return sessionOver;
  if (error instanceof PageReloadError) return error.message;
  if (error instanceof NotStored) return `${error.message}. What you typed is still here: try again.`;
  return (error instanceof ApiError && error.userMessage) || fallback;
}

const sessionOver = 'Your session has ended. Sign in again: what you typed is kept.';

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Input<K extends CallName> = Call<Api[K]>;

/** An earlier attempt of this create succeeded, and the content has changed since. */
export const isCreateConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'create.conflict';

/** `urlOf('readAnimal', { params: { id } })` → `/api/animals/…`. Also the query key. */
export function urlOf<K extends CallName>(name: K, input: Input<K>): string {
  const { params, query } = input as Parts;
  const path = (addresses[name] ?? '').split(' ')[1] ?? '';
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key])));
  const wanted = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]));
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** Timeouts in ms of calls for which the server writes a whole table or asks the payment service. */
const slowCalls: Partial<Record<CallName, number>> = {
  applyImport: 120_000,
  undoImport: 120_000,
  changeImport: 60_000,
  createCheckoutSession: 30_000,
  cancelSubscription: 30_000,
  resumeSubscription: 30_000,
  openBillingPortal: 30_000,
  acceptTransfer: 120_000,
  deleteUser: 60_000,
};

/** A deletion may have taken effect although its answer was lost, so a 404 to the second attempt means success. */
const unknownDeletions = new Set<string>();

/**
 * `call('changeAnimal', { params: { id }, body: { name } })`. Rejects with ApiError or NetworkError. In a browser that stores the
 * farm, a change is stored there first; without signal, the result is what the server will answer (`isWaiting`).
 */
export function call<K extends CallName>(name: K, input: Input<K>, signal?: AbortSignal): Promise<Reply<Api[K]>> {
  const saved = localCopy()?.save(name, input as object) as Promise<Reply<Api[K]>> | undefined;
  return saved ?? callServer(name, input, signal);
}

/** The address and the request of a call. */
export function requestOf<K extends CallName>(name: K, input: Input<K>) {
  const { body } = input as Parts;
  const [method = 'GET'] = (addresses[name] ?? '').split(' ');
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return [urlOf(name, input), { method, ...json }] as const;
}

export async function callServer<K extends CallName>(name: K, input: Input<K>, signal?: AbortSignal): Promise<Reply<Api[K]>> {
  const [url, request] = requestOf(name, input);
  try {
    return await send(url, { ...request, ...(signal && { signal }) }, slowCalls[name]);
  } catch (error) {
    if (request.method !== 'DELETE') throw error;
    if (error instanceof ApiError && error.status === 404 && unknownDeletions.delete(url))
      return { message: '' } as Reply<Api[K]>;
    if (isOutcomeUnknown(error)) unknownDeletions.add(url);
    throw error;
  }
}

export const isServerOrSessionLost = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof NotStored || isSessionExpired(error);

export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError ? error.code === 'session.required' : error instanceof Error && isSessionExpired(error.cause);

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

/** `nextCursor` comes from the `Link` header (rule 3). */
export async function callPage<K extends CallName>(
  name: K,
  input: Input<K>,
  signal: AbortSignal,
): Promise<{ items: Reply<Api[K]>; nextCursor: string | undefined }> {
  return fetchAnswer(urlOf(name, input), { signal }, async (response) => {
    return { items: (await response.json()) as Reply<Api[K]>, nextCursor: nextCursorOf(response) };
  });
}

export function nextCursorOf({ headers }: Response): string | undefined {
  const query = /<[^<>?]*\?([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return (query && new URLSearchParams(query).get('cursor')) ?? undefined;
}

export const send = <T>(url: string, request: RequestInit, timeoutMs?: number): Promise<T> =>
  fetchAnswer(url, request, (response) => response.json() as Promise<T>, timeoutMs);

const unchanged = 304;

/** Rejects with ApiError or NetworkError, also if a response is truncated or not JSON. */
export async function fetchAnswer<T>(
  url: string,
  request: RequestInit,
  read: (response: Response) => Promise<T>,
  timeoutMs = requestTimeoutMs,
): Promise<T> {
  const stall = watchStall(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, stall.signal]) : stall.signal;
  try {
    const response = await fetch(url, { credentials: 'include', ...request, signal });
    stall.restart(requestTimeoutMs);
    if (!response.ok && response.status !== unchanged)
      throw new ApiError(response.status, await response.text(), response.statusText);
    return await read(response.status === unchanged ? response : withProgress(response, stall.restart));
  } catch (error) {
    if (error instanceof ApiError || request.signal?.aborted) throw error;
    throw new NetworkError(stall.signal.aborted ? stall.signal.reason : error);
  } finally {
    stall.end();
  }
}

/** Each chunk restarts the timeout, because a long list may take long on a slow line. */
function withProgress(response: Response, onProgress: () => void): Response {
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onProgress();
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body ?? null, response);
}

function parseProblem(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value && typeof value.message === 'string';
