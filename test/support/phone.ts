import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { ApiError, NetworkError } from '#web/lib/server/api.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import type { StoredFarm } from '#web/lib/session/stored-farm.ts';
import { FarmCopy } from '#web/offline/copy/farm-copy.ts';
import { ServerConnection } from '#web/offline/queue/server-connection.ts';
import type { Person } from './engines.ts';

// The number of waiting operations is stored in a cookie as well. Node does not know whether it is online.
Object.assign(globalThis, { document: { cookie: '' } });
Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });

/** What happens to requests: they do not arrive, or their answers do not, or something else answers. */
export const signals = ['good', 'none', 'answers lost', 'login page', 'bad gateway'] as const;
export type Signal = (typeof signals)[number];

interface Answer {
  readonly statusCode: number;
  readonly payload: string;
  readonly headers: { readonly [name: string]: number | string | readonly string[] | undefined };
}

/** A person who calls the server in this process, or something that sends over HTTP; it fails with a NetworkError. */
export interface Sender {
  readonly send: (request: {
    readonly method: string;
    readonly url: string;
    readonly payload?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }) => Promise<Answer>;
}

/** The connection between one phone and a server. */
export class TestConnection extends ServerConnection {
  signal: Signal = 'good';
  requests = 0;
  readonly #sender: Sender;

  constructor(sender: Sender, whose: StoredFarm) {
    super(whose);
    this.#sender = sender;
  }

  protected override async request<T>(url: string, request: RequestInit, read: (response: Response) => Promise<T>): Promise<T> {
    this.requests += 1;
    const { signal } = this;
    if (signal === 'none') throw new NetworkError('no signal');
    if (signal === 'bad gateway') throw new ApiError(502, '<h1>Bad gateway</h1>');
    const toNetworkError = (error: unknown) => {
      throw new NetworkError(error);
    };
    if (signal === 'login page') return read(new Response('<h1>Welcome to our network</h1>')).catch(toNetworkError);
    const { method = 'GET', body, headers } = request;
    const answer = await this.#sender.send({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    });
    if (signal === 'answers lost') throw new NetworkError('the answer was lost');
    if (answer.statusCode >= 400) throw new ApiError(answer.statusCode, answer.payload);
    return read(responseOf(answer));
  }
}

const kept = ['date', 'content-type', 'link', 'operation-revision', 'operation-epoch'];

function responseOf({ statusCode, payload, headers }: Answer): Response {
  const sent = kept.flatMap((name): [string, string][] => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return new Response(statusCode === 304 ? null : payload, { status: statusCode, headers: sent });
}

export type Seen = 'saved' | 'on this phone' | 'refused';

/** A person's phone: windows of one browser with one storage, and a connection of its own. */
export class Phone {
  readonly connection: TestConnection;
  /** What the person was told of each save, by the name that the test gives it. */
  readonly seen = new Map<string, Seen>();
  /** Saves that were lost with the storage before they were sent. */
  readonly evicted = new Set<string>();
  readonly #user: CurrentUser;
  #saving: Promise<void>[] = [];
  #storage = new IDBFactory();
  #windows: FarmCopy[] = [];

  private constructor(sender: Sender, user: CurrentUser) {
    const { id: userId, farmId } = user;
    [this.connection, this.#user] = [new TestConnection(sender, { userId, farmId }), user];
  }

  static async of(person: Person, sender: Sender = person): Promise<Phone> {
    const phone = new Phone(sender, await person.call('currentUser'));
    await phone.openWindow();
    return phone;
  }

  get window(): FarmCopy {
    const [window] = this.#windows;
    if (!window) throw new Error('All windows of this phone are closed');
    return window;
  }

  get windows(): readonly FarmCopy[] {
    return this.#windows;
  }

  async openWindow(): Promise<FarmCopy> {
    globalThis.indexedDB = this.#storage;
    const { connection } = this;
    const copy = await FarmCopy.open({ client: new QueryClient(), user: this.#user, onSessionOver: () => undefined, connection });
    this.#windows.push(copy);
    if (connection.signal === 'good') await copy.synchronize();
    return copy;
  }

  /** As when the browser is killed: nothing is finished, and nobody is told anything. */
  async killAndReopen(): Promise<void> {
    this.close();
    await this.openWindow();
  }

  /** The browser deletes what it has stored. */
  async evict(): Promise<void> {
    for (const [name, seen] of this.seen) if (seen === 'on this phone') this.evicted.add(name);
    this.close();
    this.#storage = new IDBFactory();
    await this.openWindow();
  }

  /** The person goes on without waiting for the answer. */
  save(name: string, call: string, input: object, which = 0): void {
    const window = this.#windows[which % this.#windows.length];
    const saved = window?.save(call, input);
    if (!window || !saved) return;
    const see = (seen: Seen) => {
      // Nobody is told anything by a window that is closed.
      if (this.#windows.includes(window)) this.seen.set(name, seen);
    };
    const told = saved.then(
      (reply) => see(isWaiting(reply) ? 'on this phone' : 'saved'),
      () => see('refused'),
    );
    this.#saving.push(told);
  }

  /** Until the person knows what became of every save. */
  async whenTold(): Promise<void> {
    await Promise.all(this.#saving);
  }

  /** Until nothing is left that can be sent. */
  async settle(): Promise<void> {
    this.connection.signal = 'good';
    for (let round = 0; round < 20; round += 1) {
      for (const window of this.#windows) await window.synchronize();
      await this.whenTold();
      if (this.window.status.operations.every(({ state }) => state === 'refused' || state === 'clash')) return;
    }
    throw new Error(`Still waiting: ${JSON.stringify(this.window.status.operations)}`);
  }

  close(): void {
    for (const window of this.#windows) window.close();
    [this.#windows, this.#saving] = [[], []];
  }
}
