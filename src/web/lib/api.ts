import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import { type CallName, addresses } from './addresses.ts';
import { readJson } from './read-json.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The server answered, and not with a success. The message is the status, a colon and the body as it came. */
export class ApiError extends Error {
  readonly status: number;
  /** One of the contract's error codes, when the answer is a problem of ours. */
  readonly code: string | undefined;
  /** The server's sentence for the person. */
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

/** No answer came: no network, or the server is away. What was sent may or may not have arrived. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
    this.name = 'NetworkError';
  }
}

/** The sentence a toast shows: the server's own, else the fallback. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.userMessage) || fallback;

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Input<K extends CallName> = Call<Api[K]>;

/** An earlier attempt of this create arrived after all, and what is sent now is not the same. */
export const arrivedBefore = (error: unknown): boolean => error instanceof ApiError && error.code === 'create.conflict';

/** `urlOf('readAnimal', { params: { id } })` → `/api/animals/…`. Also the key under which an answer is kept. */
export function urlOf<K extends CallName>(name: K, input: Input<K>): string {
  const { params, query } = input as Parts;
  const path = addresses[name].split(' ')[1] ?? '';
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key])));
  const wanted = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]));
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** One typed door to the server: `call('changeAnimal', { params: { id }, body: { name } })`. Fails with ApiError or NetworkError. */
export async function call<K extends CallName>(name: K, input: Input<K>, signal?: AbortSignal): Promise<Reply<Api[K]>> {
  const { body } = input as Parts;
  const [method = 'GET'] = addresses[name].split(' ');
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return send(urlOf(name, input), { method, ...json, ...(signal && { signal }) });
}

/** The ETag that each answer came with, as long as the answer itself is kept: signing out forgets both. */
const tags = new WeakMap<object, string>();

/** Like `call`, for an answer of which an earlier one may be `known`: when the server says that nothing changed, it is that one. */
export async function callAgain<K extends CallName>(
  name: K,
  input: Input<K>,
  known: unknown,
  signal: AbortSignal,
): Promise<Reply<Api[K]>> {
  const tag = isObject(known) ? tags.get(known) : undefined;
  const response = await fetchAnswer(urlOf(name, input), {
    signal,
    ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
  });
  if (response.status === unchanged) return known as Reply<Api[K]>;
  const answer = (await readJson(response)) as Reply<Api[K]>;
  const etag = response.headers.get('etag');
  if (etag !== null && isObject(answer)) tags.set(answer, etag);
  return answer;
}

/** The same answer as another object. */
export function keepTag(from: unknown, to: unknown): void {
  const tag = isObject(from) ? tags.get(from) : undefined;
  if (tag !== undefined && isObject(to)) tags.set(to, tag);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** One page of a list that may go on; `nextCursor` asks for the next one (the `Link` header of ruling 3). */
export async function callPage<K extends CallName>(
  name: K,
  input: Input<K>,
  signal: AbortSignal,
): Promise<{ items: Reply<Api[K]>; nextCursor: string | undefined }> {
  const response = await fetchAnswer(urlOf(name, input), { signal });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const nextCursor = next && new URL(next, location.origin).searchParams.get('cursor');
  return { items: (await response.json()) as Reply<Api[K]>, nextCursor: nextCursor ?? undefined };
}

/** Sends with the session's cookie and reads JSON. */
export const send = async <T>(url: string, request: RequestInit): Promise<T> =>
  (await (await fetchAnswer(url, request)).json()) as T;

const unchanged = 304;

/** Every failure of every request takes this one shape. */
async function fetchAnswer(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'include', ...request }).catch((error: unknown) => {
    throw request.signal?.aborted ? error : new NetworkError(error);
  });
  if (!response.ok && response.status !== unchanged)
    throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
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
