import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { HttpVisitor } from '#test/http-visitor.ts';

/** The expected state of an animal, derived from the answers alone. */
interface Expected {
  readonly id: string;
  /** 'maybe': the request was sent, and no answer came. */
  exists: 'yes' | 'no' | 'maybe';
  /** The last acknowledged notes, and those of requests that were sent since. */
  readonly notes: Set<string | null>;
  readonly checkups: Set<string>;
}

interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Called when the request is sent: it may be applied from now on. */
  readonly ask: () => void;
  /** Called when the request is acknowledged: it must be applied from now on. */
  readonly answer: () => void;
}

interface StoredAnimal {
  readonly id: string;
  readonly notes: string | null;
}

/** A new account, and the book of its farm. */
export async function openLedger(url: string): Promise<Ledger> {
  const shepherd = new HttpVisitor();
  await shepherd.register(url);
  return new Ledger(shepherd.cookie);
}

const retryTimeoutMs = 60_000;

/**
 * Farmers who write as fast as they are answered, and a book of what they were told. A request without an answer is sent again as
 * it was, as the browser does; in the end every answered write must be there, and each one once.
 */
export class Ledger {
  answered = 0;
  retried = 0;
  readonly refused: string[] = [];
  readonly #cookie: string;
  readonly #animals = new Map<string, Expected>();
  #open: Request[] = [];
  #number = 0;

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  /** Writes until the server is gone; each writer keeps its unanswered request. */
  async writeUntilGone(url: string, writers: number): Promise<void> {
    await this.#write(writers, async (request) => {
      const isAnswered = (await this.#send(url, request)) === 'answered';
      if (!isAnswered) this.#open.push(request);
      return isAnswered;
    });
  }

  /** Writes until aborted; an unanswered request is sent again to the server that `url` returns then. */
  async writeWithRetries(url: () => string, writers: number, signal: AbortSignal): Promise<void> {
    await this.#write(writers, async (request) => {
      await this.#sendUntilAnswered(url, request);
      return !signal.aborted;
    });
  }

  async resendOpen(url: string): Promise<void> {
    for (const request of this.#open.splice(0)) {
      this.retried += 1;
      await this.#sendUntilAnswered(() => url, request);
    }
  }

  /** One write outside the ledger, which returns the answer as text. */
  async tryWrite(url: string): Promise<string> {
    const response = await fetch(`${url}/api/animals`, {
      method: 'POST',
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ tagNumber: 'T', species: 'goat', sex: 'female', status: 'sold', notes: 'x'.repeat(2000) }),
    });
    const { message } = (await response.json()) as { message?: string };
    return `${response.status} ${message ?? ''}`.trim();
  }

  async canRead(url: string): Promise<boolean> {
    return (await fetch(`${url}/api/animals`, { headers: { cookie: this.#cookie } })).ok;
  }

  /** Deviations of the stored records from the answers; empty: nothing was lost and nothing was applied twice. */
  async faults(url: string): Promise<string[]> {
    const animals = await this.#list<StoredAnimal>(`${url}/api/animals`);
    const checkups = await this.#list<{ readonly id: string }>(`${url}/api/health-records`);
    const stored = new Map(animals.map((animal) => [animal.id, animal]));
    const storedCheckups = new Set(checkups.map(({ id }) => id));
    return [
      ...(stored.size < animals.length || storedCheckups.size < checkups.length ? ['something is there twice'] : []),
      ...[...stored.keys()].filter((id) => !this.#animals.has(id)).map((id) => `animal ${id} was never asked for`),
      ...[...this.#animals.values()].flatMap((expected) => violationsOf(expected, stored.get(expected.id), storedCheckups)),
    ];
  }

  async #write(writers: number, until: (request: Request) => Promise<boolean>): Promise<void> {
    const write = async (): Promise<void> => {
      const own: Expected[] = [];
      for (let continues = true; continues;) {
        const request = this.#next(own);
        request.ask();
        continues = await until(request);
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  async #sendUntilAnswered(url: () => string, request: Request): Promise<void> {
    const deadline = Date.now() + retryTimeoutMs;
    for (;;) {
      const outcome = await this.#send(url(), request);
      if (outcome === 'answered') return;
      if (outcome !== 'unknown' || Date.now() > deadline) {
        this.refused.push(`${request.method} ${request.path.replaceAll(/[\da-f-]{36}/g, '…')}: ${outcome}`);
        return;
      }
      this.retried += 1;
      await setTimeout(50);
    }
  }

  /** 'unknown' may be retried: there was no answer, or one that asks for a retry. */
  async #send(url: string, { method, path, body, answer }: Request): Promise<string> {
    try {
      const response = await fetch(url + path, {
        method,
        headers: { cookie: this.#cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      // The attempt before, whose answer was lost, has deleted it.
      const isGone = method === 'DELETE' && response.status === 404;
      if (!response.ok && !isGone) return isRetryable(response.status, text) ? 'unknown' : `${response.status} ${text}`;
      answer();
      this.answered += 1;
      return 'answered';
    } catch {
      return 'unknown';
    }
  }

  async #list<T>(url: string): Promise<T[]> {
    const response = await fetch(url, { headers: { cookie: this.#cookie } });
    // The account is lost, and with it every record of the farm.
    if (response.status === 401) return [];
    if (!response.ok) throw new Error(`${url} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as T[];
  }

  #next(own: Expected[]): Request {
    this.#number += 1;
    const [step, last] = [this.#number % 10, own.at(-1)];
    if (!last || step < 4) return this.#create(own);
    if (step < 7) return this.#change(last);
    const first = step === 9 && own.length > 3 ? own.shift() : undefined;
    return first ? remove(first) : checkUp(last);
  }

  #create(own: Expected[]): Request {
    const animal: Expected = { id: randomUUID(), exists: 'maybe', notes: new Set([null]), checkups: new Set() };
    own.push(animal);
    return {
      method: 'POST',
      path: '/api/animals',
      body: { id: animal.id, tagNumber: `T-${this.#number}`, species: 'goat', sex: 'female', status: 'sold' },
      ask: () => void this.#animals.set(animal.id, animal),
      answer: () => void (animal.exists = 'yes'),
    };
  }

  #change({ id, notes: possible }: Expected): Request {
    const notes = `note ${this.#number}`;
    return {
      method: 'PATCH',
      path: `/api/animals/${id}`,
      body: { notes },
      ask: () => void possible.add(notes),
      answer: () => {
        possible.clear();
        possible.add(notes);
      },
    };
  }
}

const isRetryable = (status: number, text: string): boolean =>
  [502, 503, 507].includes(status) || (status === 500 && text.includes('server.unsure'));

function checkUp({ id: animalId, checkups }: Expected): Request {
  const id = randomUUID();
  return {
    method: 'POST',
    path: '/api/health-records',
    body: { id, animalId, date: '2026-01-02', healthStatus: '4', description: 'Weight: 120 lbs' },
    ask: () => {},
    answer: () => void checkups.add(id),
  };
}

function remove(animal: Expected): Request {
  return {
    method: 'DELETE',
    path: `/api/animals/${animal.id}`,
    ask: () => void (animal.exists = 'maybe'),
    answer: () => void (animal.exists = 'no'),
  };
}

function violationsOf(
  { id, exists, notes, checkups }: Expected,
  stored: StoredAnimal | undefined,
  storedCheckups: ReadonlySet<string>,
): string[] {
  if (!stored) return exists === 'yes' ? [`animal ${id} is lost`] : [];
  return [
    ...(exists === 'no' ? [`animal ${id} is back`] : []),
    ...(notes.has(stored.notes) ? [] : [`animal ${id} says '${stored.notes}' instead of '${[...notes].join("' or '")}'`]),
    ...[...checkups].filter((one) => !storedCheckups.has(one)).map((one) => `checkup ${one} is lost`),
  ];
}
