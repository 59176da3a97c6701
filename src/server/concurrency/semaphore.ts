import { currentCaller } from './caller.ts';
import { Problem } from '#server/problem.ts';

export interface SemaphoreOptions {
  readonly name: string;
  readonly capacity: number;
  readonly waiting: number;
  /** Running tasks of one caller; by default one slot is left for others if there are several. */
  readonly perCaller?: number;
  readonly waitingPerCaller?: number;
  /** Waiting tasks are refused after this; by default they wait as long as their caller does. */
  readonly timeoutMs?: number;
  /** Tasks run even if their caller has disconnected, for work that must not stop half-way. */
  readonly outlivesCaller?: true;
}

interface Waiter {
  readonly start: () => void;
}

/** Work without a caller (jobs, operator's commands) shares one place in the rotation and has no limit per caller. */
const internal = 'internal';

const all = new Set<Semaphore>();

export const listSemaphores = (): readonly Semaphore[] => [...all];

/**
 * Runs at most `capacity` tasks at a time and `perCaller` of each caller. Waiting callers are served in turn, one task each. Refuses with
 * `server.busy` when too many wait, and with the signal's reason when the caller disconnects while waiting.
 */
export class Semaphore {
  readonly name: string;
  readonly totals = { begun: 0, waited: 0, refused: 0, left: 0 };
  readonly #options: Required<Pick<SemaphoreOptions, 'capacity' | 'waiting' | 'perCaller' | 'waitingPerCaller'>> &
    SemaphoreOptions;
  readonly #running = new Map<string, number>();
  /** The least recently served caller first. */
  readonly #waiting = new Map<string, Waiter[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(options: SemaphoreOptions) {
    const { capacity, waiting } = options;
    this.name = options.name;
    this.#options = { perCaller: Math.max(1, capacity - 1), waitingPerCaller: Math.ceil(waiting / 2), ...options };
    all.add(this);
  }

  get size(): { readonly running: number; readonly waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount };
  }

  /**
   * Whether a place that this caller gives back is taken at once: by another task of theirs, or, if all places are taken, by others who are
   * not at their own limit.
   */
  isWanted(key: string = internal): boolean {
    const isFull = this.#runningCount >= this.#options.capacity;
    return [...this.#waiting.keys()].some((other) => other === key || (isFull && this.#hasShare(other)));
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.enter();
    try {
      return await task();
    } finally {
      release();
    }
  }

  async enter(): Promise<() => void> {
    const caller = currentCaller();
    const key = caller?.key ?? internal;
    const signal = this.#options.outlivesCaller ? undefined : caller?.signal;
    signal?.throwIfAborted();
    // Those who wait despite free capacity are at their own limit.
    if (this.#mayRun(key)) this.#begin(key);
    else await this.#wait(key, signal);
    let isHeld = true;
    const release = (): void => {
      if (isHeld) this.#end(key);
      isHeld = false;
    };
    // The caller may have disconnected after the start and before this continues.
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    return release;
  }

  #mayRun(key: string): boolean {
    return this.#runningCount < this.#options.capacity && this.#hasShare(key);
  }

  #hasShare(key: string): boolean {
    return key === internal || (this.#running.get(key) ?? 0) < this.#options.perCaller;
  }

  #begin(key: string): void {
    this.totals.begun += 1;
    this.#runningCount += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #end(key: string): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const [key, [first]] of this.#waiting) {
      if (this.#runningCount >= this.#options.capacity) return;
      if (!first || !this.#mayRun(key)) continue;
      this.#remove(key, first);
      this.#begin(key);
      first.start();
    }
  }

  async #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitingPerCaller, timeoutMs } = this.#options;
    const own = this.#waiting.get(key) ?? [];
    if (this.#waitingCount >= waiting || (key !== internal && own.length >= waitingPerCaller)) this.#refuse();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { start: resolve };
    this.#waiting.set(key, own);
    own.push(waiter);
    this.#waitingCount += 1;
    this.totals.waited += 1;
    const onAbort = (): void => {
      if (!this.#remove(key, waiter)) return;
      this.totals.left += 1;
      reject(signal?.reason as Error);
    };
    const timeOut = (): void => {
      if (!this.#remove(key, waiter)) return;
      this.totals.refused += 1;
      reject(busy());
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    }
  }

  #refuse(): never {
    this.totals.refused += 1;
    throw busy();
  }

  /** Moves the caller behind the others. */
  #remove(key: string, waiter: Waiter): boolean {
    const own = this.#waiting.get(key);
    const at = own?.indexOf(waiter) ?? -1;
    if (!own || at === -1) return false;
    own.splice(at, 1);
    this.#waitingCount -= 1;
    this.#waiting.delete(key);
    if (own.length > 0) this.#waiting.set(key, own);
    return true;
  }
}

const busy = (): Problem => new Problem('server.busy', { retryAfter: 2 });
