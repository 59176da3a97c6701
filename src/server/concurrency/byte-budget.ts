import type { Caller } from './caller.ts';
import { Problem } from '#server/problem.ts';

export interface BudgetOptions {
  readonly capacity: () => number;
  readonly perCaller: () => number;
  readonly createProblem: () => Problem;
}

export interface Share {
  /** Reserves bytes that have arrived; throws if the caller's budget or the total is used up. */
  take(bytes: number): void;
  /** Marks the body as complete, after which the share cannot be evicted. */
  complete(): void;
  release(): void;
}

export interface ByteBudget {
  /** `onEvicted` is called after the release when another caller needs the space; it gets the problem to answer with. */
  open(caller: Owner, onEvicted: (problem: Problem) => void): Share;
  readonly usedBytes: number;
}

type Owner = Pick<Caller, 'key' | 'address'>;

interface Entry {
  readonly owner: Owner;
  readonly onEvicted: (problem: Problem) => void;
  bytes: number;
  isArriving: boolean;
}

/**
 * Limits the memory or disk used by bodies that are being received. When the budget is used up, the largest body that is still arriving is
 * evicted, of the caller who uses most at the address that uses most, however many accounts share that address.
 */
export function createByteBudget({ capacity, perCaller, createProblem }: BudgetOptions): ByteBudget {
  const entries = new Set<Entry>();
  const bytesByCaller = new Map<string, number>();
  const bytesByAddress = new Map<string, number>();
  let usedBytes = 0;

  const usageOf = ({ key, address }: Owner): readonly [address: number, caller: number] => [
    bytesByAddress.get(address) ?? 0,
    bytesByCaller.get(key) ?? 0,
  ];

  const add = (entry: Entry, bytes: number): void => {
    const { key, address } = entry.owner;
    entry.bytes += bytes;
    usedBytes += bytes;
    bytesByCaller.set(key, (bytesByCaller.get(key) ?? 0) + bytes);
    bytesByAddress.set(address, (bytesByAddress.get(address) ?? 0) + bytes);
  };

  const release = (entry: Entry): void => {
    if (!entries.delete(entry)) return;
    add(entry, -entry.bytes);
    const { key, address } = entry.owner;
    if (bytesByCaller.get(key) === 0) bytesByCaller.delete(key);
    if (bytesByAddress.get(address) === 0) bytesByAddress.delete(address);
  };

  /** Only callers and addresses that would still use more than the claimant lose anything. */
  const findVictim = (claimant: Owner, bytes: number): Entry | undefined => {
    const [ownAddress, own] = usageOf(claimant);
    let found: { entry: Entry; size: readonly number[] } | undefined;
    for (const entry of entries) {
      const [there, caller] = usageOf(entry.owner);
      const usesMore = entry.owner.address === claimant.address ? caller > own + bytes : there > ownAddress + bytes;
      if (!entry.isArriving || !usesMore) continue;
      const size = [there, caller, entry.bytes];
      if (!found || isLarger(size, found.size)) found = { entry, size };
    }
    return found?.entry;
  };

  const reserve = (owner: Owner, bytes: number): void => {
    if (usageOf(owner)[1] + bytes > perCaller()) throw createProblem();
    while (usedBytes + bytes > capacity()) {
      const victim = findVictim(owner, bytes);
      if (!victim) throw createProblem();
      release(victim);
      victim.onEvicted(createProblem());
    }
  };

  return {
    get usedBytes() {
      return usedBytes;
    },
    open({ key, address }, onEvicted) {
      const owner = { key, address };
      const entry: Entry = { owner, onEvicted, bytes: 0, isArriving: true };
      entries.add(entry);
      return {
        take(bytes) {
          if (!entries.has(entry)) throw createProblem();
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

function isLarger(size: readonly number[], other: readonly number[]): boolean {
  const at = size.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (size[at] ?? 0) > (other[at] ?? 0);
}
