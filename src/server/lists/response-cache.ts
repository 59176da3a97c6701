import type { ListAnswer, ListName } from './list-answer.ts';

type CachedAnswer = ListAnswer & { readonly body: Buffer };

export interface ResponseCache {
  get(name: ListName): ListAnswer | undefined;
  set(name: ListName, answer: CachedAnswer): void;
}

interface Entry {
  readonly farmId: string;
  readonly revision: number;
  readonly answer: CachedAnswer;
}

/**
 * An LRU cache of at most `maxBytes`, and half of that per farm, so that none evicts the lists of all others. An entry is valid for the
 * revision that the request has read from the database; the cache never decides whether it is stale.
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new Map<string, Entry>();
  const bytesOfFarm = new Map<string, number>();
  let usedBytes = 0;

  const count = ({ farmId, answer }: Entry, sign: 1 | -1): void => {
    const bytes = (bytesOfFarm.get(farmId) ?? 0) + sign * answer.body.length;
    if (bytes === 0) bytesOfFarm.delete(farmId);
    else bytesOfFarm.set(farmId, bytes);
    usedBytes += sign * answer.body.length;
  };

  const evict = (key: string): void => {
    const entry = entries.get(key);
    if (entry && entries.delete(key)) count(entry, -1);
  };

  return {
    get(name) {
      const key = keyOf(name);
      const entry = entries.get(key);
      if (!entry || entry.revision > name.revision) return undefined;
      if (entry.revision < name.revision) {
        // Revisions only grow, so the older one will not be requested again.
        evict(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    set(name, answer) {
      const key = keyOf(name);
      // A request that began before a change must not replace the newer list.
      if ((entries.get(key)?.revision ?? 0) > name.revision || answer.body.length > maxBytes / 2) return;
      evict(key);
      const entry = { farmId: name.farmId, revision: name.revision, answer };
      entries.set(key, entry);
      count(entry, 1);
      for (const [oldest, { farmId }] of entries) {
        const isFarmOverHalf = (bytesOfFarm.get(name.farmId) ?? 0) > maxBytes / 2;
        if (!isFarmOverHalf && usedBytes <= maxBytes) return;
        if (!isFarmOverHalf || farmId === name.farmId) evict(oldest);
      }
    },
  };
}

const keyOf = ({ farmId, address, encoding }: ListName): string => `${farmId} ${encoding} ${address}`;
