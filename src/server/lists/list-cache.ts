import type { ListAnswer, ListName } from './list-answer.ts';

export interface ListCache {
  get(name: ListName): ListAnswer | undefined;
  set(name: ListName, answer: ListAnswer & { readonly body: Buffer }): void;
}

interface Entry {
  readonly farmId: string;
  readonly revision: number;
  readonly answer: ListAnswer & { readonly body: Buffer };
}

/**
 * Lists that did not change, as they were sent: at most `maxBytes` of them and half of that of one farm, those that were asked
 * for last. Each is kept under the revision that a request found in the database; the cache is never asked what the revision is.
 */
export function createListCache(maxBytes: number): ListCache {
  /** The last in the map is the last to go. */
  const entries = new Map<string, Entry>();
  const used = new Map<string, number>();
  let bytes = 0;

  const count = ({ farmId, answer }: Entry, sign: 1 | -1): void => {
    const change = sign * answer.body.length;
    const ofFarm = (used.get(farmId) ?? 0) + change;
    if (ofFarm === 0) used.delete(farmId);
    else used.set(farmId, ofFarm);
    bytes += change;
  };

  const drop = (key: string): void => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    count(entry, -1);
  };

  return {
    get(name) {
      const key = keyOf(name);
      const entry = entries.get(key);
      if (!entry || entry.revision > name.revision) return undefined;
      if (entry.revision < name.revision) {
        // Nobody will ask for the older one again.
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    set(name, answer) {
      const key = keyOf(name);
      // A request that began before a change does not displace the newer list.
      if ((entries.get(key)?.revision ?? 0) > name.revision || answer.body.length > maxBytes / 2) return;
      drop(key);
      const entry = { farmId: name.farmId, revision: name.revision, answer };
      entries.set(key, entry);
      count(entry, 1);
      for (const [oldest, { farmId }] of entries) {
        const isFarmFull = (used.get(name.farmId) ?? 0) > maxBytes / 2;
        if (!isFarmFull && bytes <= maxBytes) return;
        if (!isFarmFull || farmId === name.farmId) drop(oldest);
      }
    },
  };
}

const keyOf = ({ farmId, address, encoding }: ListName): string => `${farmId} ${encoding} ${address}`;
