export interface RecentPages<P> {
  readonly get: (key: string, read: () => Promise<P>) => Promise<P>;
  /** To be called after every write of this server. */
  readonly clear: () => void;
}

interface Options<P> {
  readonly bytesOf: (page: P) => number;
  /** Of all pages together; the oldest are evicted first. */
  readonly maxBytes?: number;
  readonly seconds?: number;
}

interface Entry<P> {
  readonly page: Promise<P>;
  readonly until: number;
  readonly expiry: NodeJS.Timeout;
  bytes: number;
}

/**
 * Caches pages for a second, so that visitors of the same page share one query. What is written through this server shows at once; what
 * another server writes, a second later.
 */
export function createRecentPages<P>(
  now: () => Date,
  { bytesOf, maxBytes = 8 * 1024 * 1024, seconds = 1 }: Options<P>,
): RecentPages<P> {
  const pages = new Map<string, Entry<P>>();
  const lifetimeMs = seconds * 1000;
  let bytes = 0;

  const drop = (key: string, entry: Entry<P> | undefined): void => {
    if (!entry || pages.get(key) !== entry) return;
    clearTimeout(entry.expiry);
    pages.delete(key);
    bytes -= entry.bytes;
  };

  const weigh = (key: string, entry: Entry<P>, page: P): void => {
    if (pages.get(key) !== entry) return;
    entry.bytes = bytesOf(page);
    bytes += entry.bytes;
    for (const [oldest, other] of pages) {
      if (bytes <= maxBytes) return;
      drop(oldest, other);
    }
  };

  return {
    get(key, read) {
      const moment = now().getTime();
      const known = pages.get(key);
      // An entry that seems to live longer was cached before the clock was set back.
      if (known && known.until > moment && known.until <= moment + lifetimeMs) return known.page;
      drop(key, known);
      // Frees the memory also where nobody asks any more.
      const expiry = setTimeout(() => drop(key, entry), lifetimeMs).unref();
      const entry: Entry<P> = { page: read(), until: moment + lifetimeMs, expiry, bytes: 0 };
      pages.set(key, entry);
      entry.page.then(
        (page) => weigh(key, entry, page),
        // A failure is not cached.
        () => drop(key, entry),
      );
      return entry.page;
    },
    clear() {
      for (const [key, entry] of pages) drop(key, entry);
    },
  };
}
