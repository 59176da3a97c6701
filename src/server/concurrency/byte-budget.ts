import type { Caller } from './caller.ts';
import { Problem } from '#server/problem.ts';

export interface BudgetOptions {
  /** What all bodies together may take. */
  readonly capacity: () => number;
  /** What the bodies of one caller may take. */
  readonly perCaller: () => number;
  /** What a caller is told for whom there is no room. */
  readonly refusal: () => Problem;
}

/** What one body takes of a budget, from its first byte until its processing has finished. */
export interface Share {
  /** Reserves bytes that have arrived; throws when none are left for this caller. */
  take(bytes: number): void;
  /** Everything has arrived: from here on the share cannot be evicted. */
  complete(): void;
  release(): void;
}

export interface ByteBudget {
  /** `onRefused` is called when the room is needed for another caller, with what to answer; the share is empty by then. */
  open(caller: Owner, onRefused: (problem: Problem) => void): Share;
  readonly usedBytes: number;
}

type Owner = Pick<Caller, 'key' | 'address'>;

interface Entry {
  readonly owner: Owner;
  readonly refuse: (problem: Problem) => void;
  bytes: number;
  isArriving: boolean;
}

/**
 * Limits what bodies that are being received take of memory or disk. When the budget is used up, the network address that holds most
 * loses the largest body that is still arriving, of the caller who holds most there, however many accounts share the address.
 */
export function createByteBudget({ capacity, perCaller, refusal }: BudgetOptions): ByteBudget {
  const entries = new Set<Entry>();
  const held = new Map<string, number>();
  const heldAt = new Map<string, number>();
  let usedBytes = 0;

  const heldBy = ({ key, address }: Owner): readonly [address: number, caller: number] => [
    heldAt.get(address) ?? 0,
    held.get(key) ?? 0,
  ];

  const add = (entry: Entry, bytes: number): void => {
    const { key, address } = entry.owner;
    entry.bytes += bytes;
    usedBytes += bytes;
    held.set(key, (held.get(key) ?? 0) + bytes);
    heldAt.set(address, (heldAt.get(address) ?? 0) + bytes);
  };

  const release = (entry: Entry): void => {
    if (!entries.delete(entry)) return;
    add(entry, -entry.bytes);
    const { key, address } = entry.owner;
    if (held.get(key) === 0) held.delete(key);
    if (heldAt.get(address) === 0) heldAt.delete(address);
  };

  /** Among those who would still hold more than the claimant, at another address or at the same one. */
  const findVictim = (claimant: Owner, bytes: number): Entry | undefined => {
    const [ownAddress, own] = heldBy(claimant);
    let found: { entry: Entry; size: readonly number[] } | undefined;
    for (const entry of entries) {
      const [there, caller] = heldBy(entry.owner);
      const holdsMore = entry.owner.address === claimant.address ? caller > own + bytes : there > ownAddress + bytes;
      if (!entry.isArriving || !holdsMore) continue;
      const size = [there, caller, entry.bytes];
      if (!found || isLarger(size, found.size)) found = { entry, size };
    }
    return found?.entry;
  };

  const reserve = (owner: Owner, bytes: number): void => {
    if (heldBy(owner)[1] + bytes > perCaller()) throw refusal();
    while (usedBytes + bytes > capacity()) {
      const victim = findVictim(owner, bytes);
      if (!victim) throw refusal();
      release(victim);
      victim.refuse(refusal());
    }
  };

  return {
    get usedBytes() {
      return usedBytes;
    },
    open({ key, address }, onRefused) {
      const owner = { key, address };
      const entry: Entry = { owner, refuse: onRefused, bytes: 0, isArriving: true };
      entries.add(entry);
      return {
        take(bytes) {
          // It was evicted while this part arrived.
          if (!entries.has(entry)) throw refusal();
          reserve(owner, bytes);
          add(entry, bytes);
        },
        complete() {
          entry.isArriving = false;
        },
        release: () => release(entry),
      };
    },
  };
}

/** Compares lexicographically. */
function isLarger(size: readonly number[], other: readonly number[]): boolean {
  const at = size.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (size[at] ?? 0) > (other[at] ?? 0);
}
