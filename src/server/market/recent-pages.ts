export interface RecentPages<P> {
  /** What was read under this key a moment ago, else what `read` gives. */
  readonly get: (key: string, read: () => Promise<P>) => Promise<P>;
  /** Something was written here: what was read before may no longer be so. */
  readonly forget: () => void;
}

interface Options<P> {
  /** About how many bytes a page takes in memory. */
  readonly bytesOf: (page: P) => number;
  /** Of all pages together; those that were read first go first. */
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
 * Many visitors look at the same pages: within a second they share one reading. What is written through this server shows at
 * once; what another server writes, a second later.
 */
export function createRecentPages<P>(
  now: () => Date,
  { bytesOf, maxBytes = 8 * 1024 * 1024, seconds = 1 }: Options<P>,
): RecentPages<P> {
  const pages = new Map<string, Entry<P>>();
  const keptMs = seconds * 1000;
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
      // Remembered longer than that it was ahead of time, before the clock was set back.
      if (known && known.until > moment && known.until <= moment + keptMs) return known.page;
      drop(key, known);
      // Also where nobody asks for anything any more.
      const expiry = setTimeout(() => drop(key, entry), keptMs).unref();
      const entry: Entry<P> = { page: read(), until: moment + keptMs, expiry, bytes: 0 };
      pages.set(key, entry);
      entry.page.then(
        (page) => weigh(key, entry, page),
        // A failure is not remembered.
        () => drop(key, entry),
      );
      return entry.page;
    },
    forget() {
      for (const [key, entry] of pages) drop(key, entry);
    },
  };
}
