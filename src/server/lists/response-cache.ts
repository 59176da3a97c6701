import type { ListAnswer, ListName } from './list-answer.ts';

type CachedAnswer = ListAnswer & { readonly body: Buffer };

export interface ResponseCache {
  get(name: ListName): ListAnswer | undefined;
  set(name: ListName, answer: CachedAnswer): void;
}

interface Entry {
  readonly revision: number;
  readonly answer: CachedAnswer;
}

/**
 * Bodies of lists, the least recently used evicted first when they take more than `maxBytes`. An entry is valid for the revision that
 * the request has read from the database; the cache itself never decides whether it is stale.
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  let usedBytes = 0;

  const evict = (key: string): void => {
    usedBytes -= entries.get(key)?.answer.body.length ?? 0;
    entries.delete(key);
  };

  return {
    get(name) {
      const key = keyOf(name);
      const entry = entries.get(key);
      if (!entry || entry.revision > name.revision) return undefined;
      if (entry.revision < name.revision) {
        // Revisions only grow, so nobody will ask for the older one again.
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
      if ((entries.get(key)?.revision ?? 0) > name.revision || answer.body.length > maxBytes) return;
      evict(key);
      entries.set(key, { revision: name.revision, answer });
      usedBytes += answer.body.length;
      for (const oldest of entries.keys()) {
        if (usedBytes <= maxBytes) return;
        evict(oldest);
      }
    },
  };
}

const keyOf = ({ farmId, address, encoding }: ListName): string => `${farmId} ${encoding} ${address}`;
