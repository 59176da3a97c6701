import type { Outage } from './outage.ts';
import { Signal } from '../signal.ts';

/** What the screens' calls need from the copy of the farm in this browser (src/web/offline). */
export interface LocalCopy {
  /** undefined if the server has to be asked; a promise while the copy is being read. */
  readonly answer: (name: string, input: object) => unknown;
  /** As TanStack Query's `structuralSharing`: keeps the object of an answer that has not changed. */
  readonly share: (before: unknown, after: unknown) => unknown;
  /** Reads what has changed on the server. Without signal, the copy stays as it is. */
  readonly refresh: () => Promise<void>;
  /** undefined for a call that cannot wait. Rejects with ApiError if the server refused it, and with NotStored. */
  readonly save: (name: string, input: object) => Promise<unknown> | undefined;
  /** Resolves with the photo's address, with which a record can be saved before the photo is sent. */
  readonly storePhoto: (photo: Blob) => Promise<string>;
  readonly readPhoto: (id: string) => Promise<Blob | undefined>;
  /** The number of operations that the server has not applied. */
  readonly waiting: number;
  /** Why the last request did not reach the server. */
  readonly outage: Outage | undefined;
  /** Called when `waiting` or `outage` has changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Deletes the farm from this browser. If operations are kept, they are sent when the same person signs in here again. Never
   * rejects.
   */
  readonly end: (options: { readonly keepsOperations: boolean }) => Promise<void>;
}

let current: LocalCopy | undefined;
const copies = new Signal();

/** Listeners are told when signing in or out changes whether there is a copy. */
export const subscribeToCopy = copies.subscribe;

export const localCopy = (): LocalCopy | undefined => current;

export function setLocalCopy(copy: LocalCopy | undefined): void {
  current = copy;
  copies.tell();
}

/** Neither the server nor this browser has stored the entry. */
export class NotStored extends Error {
  /** Whether the device's storage is full. */
  readonly isFull: boolean;
  /** The operation that would have waited. */
  readonly operation: object;

  constructor(cause: unknown, operation: object) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    super(isFull ? 'Not kept anywhere yet: this device is full' : 'Not kept anywhere yet', { cause });
    this.name = 'NotStored';
    [this.isFull, this.operation] = [isFull, operation];
  }
}
