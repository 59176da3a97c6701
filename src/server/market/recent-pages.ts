type Pages<P> = Map<string, { readonly page: Promise<P>; readonly until: number }>;

export interface RecentPages<P> {
  /** What was read under this key a moment ago, else what `read` gives. */
  readonly get: (key: string, read: () => Promise<P>) => Promise<P>;
  /** Something was written here: what was read before may no longer be so. */
  readonly forget: () => void;
}

const maxPages = 500;

/**
 * Many visitors look at the same pages: within a second they share one reading. What is written through this server shows at
 * once; what another server writes, a second later.
 */
export function createRecentPages<P>(now: () => Date, seconds = 1): RecentPages<P> {
  const pages: Pages<P> = new Map();
  return {
    get(key, read) {
      const moment = now().getTime();
      const known = pages.get(key);
      // Remembered longer than that it was ahead of time, before the clock was set back.
      if (known && known.until > moment && known.until <= moment + seconds * 1000) return known.page;
      if (pages.size >= maxPages) pages.clear();
      const page = read();
      pages.set(key, { page, until: moment + seconds * 1000 });
      // A failure is not remembered.
      page.catch(() => pages.delete(key));
      return page;
    },
    forget: () => pages.clear(),
  };
}
