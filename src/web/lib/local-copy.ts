import type { Outage } from './outage.ts';

/** What the calls of the screens need of the farm that is stored in this browser (src/web/offline). */
export interface LocalCopy {
  /** Undefined where the server has to be asked; a promise of it while the copy is being read. */
  readonly answer: (name: string, input: object) => unknown;
  /** Undefined where all rows are in memory. */
  readonly whenRead: () => Promise<unknown> | undefined;
  /** Reads what has changed on the server. Without signal it leaves the copy as it is. */
  readonly refresh: () => Promise<void>;
  /** Undefined for a call that cannot wait. Fails with ApiError where the server has refused it, and with NotStored. */
  readonly save: (name: string, input: object) => Promise<unknown> | undefined;
  /** Resolves with its address, with which a record can be saved before the photo is sent. */
  readonly storePhoto: (photo: Blob) => Promise<string>;
  readonly readPhoto: (id: string) => Promise<Blob | undefined>;
  /** How many operations the server has not applied. */
  readonly waiting: number;
  /** Why what was last sent has not reached the server. */
  readonly outage: Outage | undefined;
  /** Tells when one of the two has changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Deletes the farm from this browser; what waits is sent when the same person has signed in here again, if it is kept. Never fails. */
  readonly end: (options: { readonly keepsOperations: boolean }) => Promise<void>;
}

let current: LocalCopy | undefined;

export const localCopy = (): LocalCopy | undefined => current;

export function setLocalCopy(copy: LocalCopy | undefined): void {
  current = copy;
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Of the browser's copy: whether there is one changes with who is signed in. */
export function subscribeToCopy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Neither the server nor this browser has stored it. */
export class NotStored extends Error {
  /** Whether this device has no room left. */
  readonly isFull: boolean;
  /** What would have waited. */
  readonly operation: object;

  constructor(cause: unknown, operation: object) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    super(isFull ? 'Not kept anywhere yet: this device is full' : 'Not kept anywhere yet', { cause });
    this.name = 'NotStored';
    [this.isFull, this.operation] = [isFull, operation];
  }
}

type WaitsFor = 'signal' | 'room';

const waiting = new WeakMap<object, WaitsFor>();

/** What a call will answer, since it waits in this browser to be sent, and then perhaps for room in the plan. */
export function asWaiting<T>(reply: T, waitsFor: WaitsFor = 'signal'): T {
  if (typeof reply === 'object' && reply !== null) waiting.set(reply, waitsFor);
  return reply;
}

const waitsFor = (reply: unknown): WaitsFor | undefined =>
  typeof reply === 'object' && reply !== null ? waiting.get(reply) : undefined;

export const isWaiting = (reply: unknown): boolean => waitsFor(reply) !== undefined;

export const waitsForRoom = (reply: unknown): boolean => waitsFor(reply) === 'room';

/** A part of a reply waits as the whole of it does. */
export const partOf = <T>(reply: unknown, part: T): T => (isWaiting(reply) ? asWaiting(part, waitsFor(reply)) : part);
