import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Arrival } from '#contract/archive.ts';
import { api, type Api } from '#contract/index.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Call, Reply, Route } from '#contract/route.ts';

export class ProblemError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: readonly { path: string; message: string }[];
  readonly headers: LightMyRequestResponse['headers'];

  constructor(response: LightMyRequestResponse) {
    const problem = response.json<{ code: ErrorCode; message: string; errors?: ProblemError['errors'] }>();
    super(problem.message);
    this.status = response.statusCode;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.headers = response.headers;
  }
}

type RouteName = keyof Api;
/** A route without input, or with a query only, may be called without an argument. */
type Input<K extends RouteName> = keyof Call<Api[K]> extends 'query' ? [input?: Call<Api[K]>] : [input: Call<Api[K]>];

interface Wire {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

export interface UploadedFile {
  readonly bytes: Uint8Array<ArrayBuffer> | string;
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Calls the app without a network; cookies are stored as in a browser. */
export class Client {
  readonly app: FastifyInstance;
  readonly cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}) {
    this.app = app;
    this.#headers = headers;
  }

  /** Throws a ProblemError for an answer of 4xx or 5xx. */
  async call<K extends RouteName>(name: K, ...[input]: Input<K>): Promise<Reply<Api[K]>> {
    const { method, path, query, body } = request(name, input ?? {});
    const response = await this.send({ method, url: path, query, ...(body === undefined ? {} : { payload: body }) });
    return success(response) as Reply<Api[K]>;
  }

  /** A doe, unless the fields say otherwise. */
  addAnimal(fields: Partial<Call<Api['addAnimal']>['body']> = {}): Promise<Reply<Api['addAnimal']>> {
    return this.call('addAnimal', { body: { tagNumber: 'A-1', species: 'goat', sex: 'female', ...fields } });
  }

  /** Resolves with the id of a doe for sale. */
  async offer(fields: Partial<Call<Api['addAnimal']>['body']> = {}): Promise<string> {
    return (await this.addAnimal({ forSale: true, salePrice: 250, ...fields })).id;
  }

  changeAnimal(id: string, body: Call<Api['changeAnimal']>['body']): Promise<Reply<Api['changeAnimal']>> {
    return this.call('changeAnimal', { params: { id }, body });
  }

  /** Events of May 1, 2026 with ids of their own, unless the fields say otherwise. */
  async record(...events: readonly object[]): Promise<RecordedEvent[]> {
    const sent = events.map((event) => ({ id: uuidv7(), day: '2026-05-01', ...event }));
    return (await this.call('recordEvents', { body: { events: sent as never } })).events;
  }

  voidEvent(id: string, body: Call<Api['voidEvent']>['body'] = {}): Promise<RecordedEvent> {
    return this.call('voidEvent', { params: { id }, body });
  }

  async undoNewestAct(): Promise<void> {
    const [act] = await this.call('listActs');
    await this.call('undoAct', { params: { revision: act?.revision ?? 0 } });
  }

  /** Resolves with what the import of an archive adds. */
  bringArchive(bytes: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}): Promise<Arrival> {
    return this.upload('importArchive', { name: 'farm.zip', bytes, fields });
  }

  async upload<K extends RouteName>(name: K, file: UploadedFile, input: Wire = {}): Promise<Reply<Api[K]>> {
    return success(await this.sendFile(name, file, input)) as Reply<Api[K]>;
  }

  async sendFile(name: RouteName, file: UploadedFile, input: Wire = {}): Promise<LightMyRequestResponse> {
    const route: Route = api[name];
    const form = new FormData();
    for (const [key, value] of Object.entries(file.fields ?? {})) form.set(key, value);
    form.set(route.file?.field ?? 'file', new Blob([file.bytes], { type: file.type ?? '' }), file.name ?? 'file');
    const { method, path, query } = request(name, input);
    const encoded = new Response(form);
    return this.send({
      method,
      url: path,
      query,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  }

  /** The pages of a list, as their Link headers lead from one to the next. */
  async pages<T>(url: string): Promise<T[][]> {
    const pages: T[][] = [];
    for (let next: string | undefined = url; next !== undefined;) {
      const page = await this.send({ method: 'GET', url: next });
      pages.push(page.json());
      next = /^<(.*)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    return pages;
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await this.app.inject({
      cookies: Object.fromEntries(this.cookies),
      ...options,
      headers: { ...this.#headers, ...options.headers },
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() <= 0)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

function request(name: RouteName, { params, query, body }: Wire) {
  const route: Route = api[name];
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key])));
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return {
    method: route.method,
    path: `/api${path}`,
    query: Object.fromEntries(sent.map(([key, value]) => [key, String(value)])),
    body,
  };
}

function success(response: LightMyRequestResponse): unknown {
  if (response.statusCode >= 400) throw new ProblemError(response);
  return response.json();
}
