export interface RecentPages<P> {
  readonly get: (key: string, read: () => Promise<P>) => Promise<P>;
  readonly clear: () => void;
}

interface Options<P> {
  readonly bytesOf: (page: P) => number;
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
 * Caches pages for a second, so that visitors of the same page share one query. Writes of this server show at once, those of another server
 * a second later.
 */
export function createRecentPages<P>(
  now: () => Date,
  { bytesOf, maxBytes = 8 * 1024 * 1024, seconds = 1 }: Options<P>,
): RecentPages<P> {
  const pages = new Map<string, Entry<P>>();
  const lifetimeMs = seconds * 1000;
  let bytes = 0;

  const evict = (key: string, entry: Entry<P> | undefined): void => {
    if (!entry || pages.get(key) !== entry) return;
    clearTimeout(entry.expiry);
    pages.delete(key);
    bytes -= entry.bytes;
  };

  const measure = (key: string, entry: Entry<P>, page: P): void => {
    if (pages.get(key) !== entry) return;
    entry.bytes = bytesOf(page);
    bytes += entry.bytes;
    for (const [oldest, other] of pages) {
      if (bytes <= maxBytes) return;
      evict(oldest, other);
    }
  };

  return {
    get(key, read) {
      const moment = now().getTime();
      const cached = pages.get(key);
      // Such an entry was cached before the clock was set back.
      if (cached && cached.until > moment && cached.until <= moment + lifetimeMs) return cached.page;
      evict(key, cached);
      // Frees the memory even without further requests.
      const expiry = setTimeout(() => evict(key, entry), lifetimeMs).unref();
      const entry: Entry<P> = { page: read(), until: moment + lifetimeMs, expiry, bytes: 0 };
      pages.set(key, entry);
      entry.page.then(
        (page) => measure(key, entry, page),
        () => evict(key, entry),
      );
      return entry.page;
    },
    clear() {
      for (const [key, entry] of pages) evict(key, entry);
    },
  };
}
