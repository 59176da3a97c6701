import type { Changes } from '#contract/changes.ts';
import type { OperationResult } from '#contract/sync.ts';
import { operationHeaders } from '#domain/offline.ts';
import {
  ApiError,
  type CallName,
  fetchAnswer,
  isSessionExpired,
  NetworkError,
  nextCursorOf,
  requestOf,
} from '#web/lib/server/api.ts';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import type { Outage, OutageCause } from '#web/lib/server/outage.ts';
import { sendPicture } from '#web/lib/server/upload.ts';
import type { StoredFarm } from '#web/lib/session/stored-farm.ts';
import type { QueuedOperation } from '../copy/database.ts';

const firstRetryMs = 2000;
const slowestRetryMs = 30_000;

interface ListPage {
  readonly items: readonly object[];
  readonly nextCursor: string | undefined;
  /** How far the farm was before the page was read. */
  readonly farm: { readonly epoch: string; readonly revision: number };
}

export interface SyncAnswer {
  readonly revision: number;
  readonly results: readonly OperationResult[];
}

/** The state of the connection to the server, and when it is tried again. */
export class ServerConnection {
  #outage: Outage | undefined;
  #retryMs = firstRetryMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #clockSkewMs = 0;
  readonly #whose: StoredFarm;

  /** The session may change to another person or farm, and what is stored here is theirs alone. */
  constructor(whose: StoredFarm) {
    this.#whose = whose;
  }

  /** By how much the server's clock is ahead of this device's, from its last answer. */
  get clockSkewMs(): number {
    return this.#clockSkewMs;
  }

  get outage(): Outage | undefined {
    return this.#outage;
  }

  get isUnreachable(): boolean {
    return this.#outage !== undefined;
  }

  /** Whether nothing answers; a server with a fault does. */
  get isSilent(): boolean {
    return this.#outage !== undefined && this.#outage.cause !== 'serverFault';
  }

  markReached(): void {
    this.close();
    [this.#outage, this.#retryMs] = [undefined, firstRetryMs];
  }

  markLost(error: unknown, retry: () => void): void {
    const cause = outageCauseOf(error);
    // A different cause continues the same outage.
    this.#outage = { cause, since: this.#outage?.since ?? new Date().toISOString() };
    this.retryLater(retry);
  }

  retryLater(retry: () => void): void {
    this.close();
    this.#timer = setTimeout(retry, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, slowestRetryMs);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  send(operations: readonly QueuedOperation[], epoch: string): Promise<SyncAnswer> {
    const ops = operations.map(({ id, shape, call, params, body, needs }) => ({ id, shape, call, params, body, needs }));
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ device: deviceId(), epoch, ...this.#whose, ops }),
    };
    return this.request('/api/sync', request, async (response) => {
      this.#readClock(response);
      return readAnswer<SyncAnswer>(response, 'results');
    });
  }

  /** Sends one operation as the call that it is. A failure that the server answers is its result. */
  async call({ id, call: name, params, body }: QueuedOperation): Promise<SyncAnswer> {
    const [url, { headers, ...request }] = requestOf(name as CallName, { params, body });
    const ofOperation = { ...headers, [operationHeaders.id]: id, ...this.#ofCopy };
    try {
      return await this.request(url, { ...request, headers: ofOperation }, async (response) => {
        this.#readClock(response);
        if (!isJson(response)) throw new NotAnAnswer();
        const revision = Number(response.headers.get(operationHeaders.revision));
        return { revision, results: [{ id, outcome: 'applied', row: (await response.json()) as unknown }] };
      });
    } catch (error) {
      if (!(error instanceof ApiError) || isSessionExpired(error) || error.code === 'farms.other_open') throw error;
      const { status, code, userMessage, fields } = error;
      const outcome = code === 'record.stale' ? 'clash' : 'refused';
      const said = { code: code as OperationResult['code'], message: userMessage, errors: [...fields] };
      return { revision: 0, results: [{ id, outcome, status, ...said }] };
    }
  }

  #readClock({ headers }: Response): void {
    const serverTime = Date.parse(headers.get('date') ?? '');
    if (Number.isFinite(serverTime)) this.#clockSkewMs = serverTime - Date.now();
  }

  async uploadPhoto(photo: Blob): Promise<string> {
    const { imageUrl } = await sendPicture(photo);
    return imageUrl;
  }

  get #ofCopy() {
    const { userId, farmId } = this.#whose;
    return { [operationHeaders.of]: `${userId} ${farmId}` };
  }

  readList(name: CallName, query: object): Promise<ListPage> {
    const [url, request] = requestOf(name, { query });
    return this.request(url, { ...request, headers: this.#ofCopy }, async (response) => {
      const [epoch, revision] = [operationHeaders.epoch, operationHeaders.revision].map((each) => response.headers.get(each));
      const items: unknown = isJson(response) ? await response.json() : undefined;
      if (!Array.isArray(items) || !epoch || !revision) throw new NotAnAnswer();
      return { items, nextCursor: nextCursorOf(response), farm: { epoch, revision: Number(revision) } };
    });
  }

  protected request<T>(url: string, request: RequestInit, read: (response: Response) => Promise<T>): Promise<T> {
    return fetchAnswer(url, request, read);
  }

  /** undefined if nothing has changed. */
  readChanges(query: Readonly<Record<string, string | number>>): Promise<Changes | undefined> {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const search = new URLSearchParams({ ...Object.fromEntries(texts), ...this.#whose });
    return this.request(`/api/changes?${search}`, {}, async (response) =>
      response.status === 304 ? undefined : readAnswer<Changes>(response, 'epoch'),
    );
  }
}

function outageCauseOf(error: unknown): OutageCause {
  if (error instanceof ApiError) return 'serverFault';
  return error instanceof NetworkError && error.cause instanceof NotAnAnswer ? 'otherAnswer' : 'noSignal';
}

/** A network that wants people to sign in answers every request with a page of its own. */
class NotAnAnswer extends Error {}

async function readAnswer<T extends object>(response: Response, field: keyof T): Promise<T> {
  const answer: unknown = isJson(response) ? await response.json() : undefined;
  if (typeof answer === 'object' && answer !== null && field in answer) return answer as T;
  throw new NotAnAnswer();
}

const isJson = (response: Response): boolean => response.headers.get('content-type')?.includes('json') ?? false;

function deviceId(): string {
  const id = readSetting('device') ?? crypto.randomUUID();
  return storeSetting('device', id) ? id : 'unknown';
}
