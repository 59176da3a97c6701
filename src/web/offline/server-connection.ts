import type { Changes } from '#contract/changes.ts';
import type { OperationResult } from '#contract/sync.ts';
import { ApiError, fetchAnswer, NetworkError } from '#web/lib/api.ts';
import { readSetting, storeSetting } from '#web/lib/device-setting.ts';
import type { Outage, OutageCause } from '#web/lib/outage.ts';
import { sendPicture } from '#web/lib/upload.ts';
import type { StoredFarm } from '#web/lib/stored-farm.ts';
import type { QueuedOperation } from './database.ts';

const firstRetryMs = 2000;
const slowestRetryMs = 30_000;

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
      const serverTime = Date.parse(response.headers.get('date') ?? '');
      if (Number.isFinite(serverTime)) this.#clockSkewMs = serverTime - Date.now();
      return readAnswer<SyncAnswer>(response, 'results');
    });
  }

  async uploadPhoto(photo: Blob): Promise<string> {
    const { imageUrl } = await sendPicture(photo);
    return imageUrl;
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
