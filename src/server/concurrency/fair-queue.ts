import { currentCaller, type Caller } from './caller.ts';
import { Problem } from '#server/problem.ts';

export interface FairQueueOptions {
  readonly name: string;
  readonly capacity: number;
  readonly waiting: number;
  /** Running tasks of one caller; by default one slot is left for others if there are several. */
  readonly perCaller?: number;
  /** Running tasks of one network address; needed where the client decides how long a task takes. */
  readonly perAddress?: number;
  readonly waitingPerCaller?: number;
  /** Waiting tasks are rejected after this; by default they wait as long as their caller does. */
  readonly timeoutMs?: number;
  /** Tasks run even if their caller has disconnected, for work that must not stop half-way. */
  readonly outlivesCaller?: true;
  readonly retryAfterSeconds?: number;
}

export interface FairQueue {
  /**
   * Rejects with `server.busy` when the queue is full, and with the signal's reason when the caller disconnects while waiting. `weight` is
   * the task's share of the capacity (1 by default).
   */
  run<T>(task: () => Promise<T>, weight?: number): Promise<T>;
  enter(weight?: number): Promise<() => void>;
  readonly name: string;
  readonly size: { readonly running: number; readonly waiting: number };
  readonly totals: { readonly begun: number; readonly waited: number; readonly refused: number; readonly left: number };
}

const queues = new Set<FairQueue>();

export const listFairQueues = (): readonly FairQueue[] => [...queues];

interface Waiter {
  readonly weight: number;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

type QueueKey = Pick<Caller, 'key' | 'address'>;

/** By network address and, within it, by caller, in both the least recently served first. */
type Waiters = Map<string, Map<string, Waiter[]>>;

function addWaiter(waiters: Waiters, { key, address }: QueueKey, waiter: Waiter): void {
  const callers = waiters.get(address) ?? new Map<string, Waiter[]>();
  waiters.set(address, callers);
  const queue = callers.get(key);
  if (queue) queue.push(waiter);
  else callers.set(key, [waiter]);
}

function removeWaiter(waiters: Waiters, { key, address }: QueueKey, waiter: Waiter): void {
  const callers = waiters.get(address);
  const queue = callers?.get(key);
  const index = queue?.indexOf(waiter) ?? -1;
  if (!callers || !queue || index === -1) return;
  queue.splice(index, 1);
  if (queue.length === 0) callers.delete(key);
  if (callers.size === 0) waiters.delete(address);
}

function moveToEnd<T>(map: Map<string, T>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

const countIn = (callers: ReadonlyMap<string, readonly Waiter[]>): number => sum(callers.values(), ({ length }) => length);

/** The group with most, if that is more than `least`; among equals the one served last. */
function findLargest<T>(groups: ReadonlyMap<string, T>, sizeOf: (group: T) => number, least: number): string | undefined {
  let found: string | undefined;
  let size = least + 1;
  for (const [name, group] of groups) if (sizeOf(group) >= size) [found, size] = [name, sizeOf(group)];
  return found;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) + by;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}

function sum<T>(values: Iterable<T>, valueOf: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += valueOf(value);
  return total;
}

/** Work without a caller (jobs, operator's commands) shares one entry in the rotation and has no limit per caller. */
const internal: QueueKey = { key: 'internal', address: 'internal' };

/**
 * A semaphore that is fair by network address and, within an address, by caller: both are served round robin, one task each. When the queue
 * is full, the address with most waiting tasks loses the last task of its busiest caller, so that no single caller and nobody with many
 * accounts can keep others out.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const slots = createSlots(options);
  const queue: FairQueue = {
    name: options.name,
    totals: slots.totals,
    get size() {
      return slots.size;
    },
    enter: slots.enter,
    async run(task, weight) {
      const release = await slots.enter(weight);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
  queues.add(queue);
  return queue;
}

function createSlots({
  capacity,
  waiting,
  perCaller = Math.max(1, capacity - 1),
  perAddress = capacity,
  waitingPerCaller = waiting,
  timeoutMs,
  outlivesCaller,
  retryAfterSeconds = 2,
}: FairQueueOptions): Pick<FairQueue, 'enter' | 'size' | 'totals'> {
  const waiters: Waiters = new Map();
  const running = new Map<string, number>();
  const runningAtAddress = new Map<string, number>();
  let usedCapacity = 0;
  const waitingCount = (): number => sum(waiters.values(), countIn);
  const totals = { begun: 0, waited: 0, refused: 0, left: 0 };

  const isAtLimit = ({ key, address }: QueueKey): boolean =>
    key !== internal.key && ((running.get(key) ?? 0) >= perCaller || (runningAtAddress.get(address) ?? 0) >= perAddress);

  const mayRun = (caller: QueueKey, weight: number): boolean => usedCapacity + weight <= capacity && !isAtLimit(caller);

  function* next(): Generator<readonly [QueueKey, Waiter]> {
    for (const [address, callers] of waiters) {
      for (const [key, [waiter]] of callers) if (waiter) yield [{ key, address }, waiter];
    }
  }

  const begin = ({ key, address }: QueueKey, weight: number): void => {
    usedCapacity += weight;
    totals.begun += 1;
    count(running, key, 1);
    count(runningAtAddress, address, 1);
  };

  const end = ({ key, address }: QueueKey, weight: number): void => {
    usedCapacity -= weight;
    count(running, key, -1);
    count(runningAtAddress, address, -1);
    startNext();
  };

  const startNext = (): void => {
    for (const [caller, waiter] of next()) {
      if (mayRun(caller, waiter.weight)) {
        removeWaiter(waiters, caller, waiter);
        const callers = waiters.get(caller.address);
        if (callers) moveToEnd(callers, caller.key);
        moveToEnd(waiters, caller.address);
        begin(caller, waiter.weight);
        waiter.start();
        return startNext();
      }
      // Lighter tasks must not overtake a heavy one for ever.
      if (!isAtLimit(caller)) return;
    }
  };

  const makeRoom = ({ key, address }: QueueKey): void => {
    const busy = new Problem('server.busy', { retryAfter: retryAfterSeconds });
    const sameAddress = waiters.get(address) ?? new Map<string, Waiter[]>();
    const ownCount = sameAddress.get(key)?.length ?? 0;
    if (key !== internal.key && ownCount >= waitingPerCaller) {
      totals.refused += 1;
      throw busy;
    }
    if (waitingCount() < waiting) return;
    totals.refused += 1;
    // Without that task, the busiest must still have as many waiting as the new caller.
    const busiest = findLargest(waiters, countIn, countIn(sameAddress) + 1);
    const callers = busiest === undefined ? sameAddress : (waiters.get(busiest) ?? sameAddress);
    const largest = findLargest(callers, ({ length }) => length, busiest === undefined ? ownCount + 1 : 0);
    const last = largest === undefined ? undefined : callers.get(largest)?.at(-1);
    if (largest === undefined || !last) throw busy;
    removeWaiter(waiters, { key: largest, address: busiest ?? address }, last);
    last.reject(busy);
  };

  const wait = (caller: QueueKey, weight: number, signal: Caller['signal'] | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { weight, start: resolve, reject };
    const abandon = (reason: unknown): void => {
      removeWaiter(waiters, caller, waiter);
      reject(reason);
      startNext();
    };
    const onAbort = (): void => {
      totals.left += 1;
      abandon(signal?.reason);
    };
    const timeOut = (): void => {
      totals.refused += 1;
      abandon(new Problem('server.busy', { retryAfter: retryAfterSeconds }));
    };
    addWaiter(waiters, caller, waiter);
    totals.waited += 1;
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs);
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    });
  };

  const enter = async (weight = 1): Promise<() => void> => {
    const current = currentCaller();
    const caller = current ?? internal;
    const signal = outlivesCaller ? undefined : current?.signal;
    signal?.throwIfAborted();
    // Tasks that wait despite free capacity are at their caller's limit, unless one of them is heavy.
    if (mayRun(caller, weight) && next().every(([other]) => isAtLimit(other))) {
      begin(caller, weight);
    } else {
      makeRoom(caller);
      await wait(caller, weight, signal);
      // The caller may have disconnected after the task was started and before this continues.
      if (signal?.aborted) {
        end(caller, weight);
        throw signal.reason;
      }
    }
    return () => end(caller, weight);
  };

  return {
    enter,
    totals,
    get size() {
      return { running: sum(running.values(), (tasks) => tasks), waiting: waitingCount() };
    },
  };
}
