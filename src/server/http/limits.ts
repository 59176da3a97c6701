import type { Db } from '#server/db/engines/connect.ts';
import { Problem } from '#server/problem.ts';
import { clocksDifferMs, dayMs, timeAfter } from '#server/time-after.ts';

export interface Limit {
  readonly hits: number;
  readonly seconds: number;
}

export interface RateLimiter {
  hit(key: string, limit: Limit, sentence: string): Promise<void>;
  /**
   * Counts before the work and uncounts if it did not fail, so that concurrent attempts are limited like successive ones. Past the limit it
   * rejects with the sentence or, without one, runs the work uncounted. `work` gets the number of earlier failures and other attempts.
   */
  attempt<T>(key: string, limit: Limit, sentence: string | undefined, work: (earlier: number) => Promise<T>): Promise<T>;
  check(key: string, limit: Limit, sentence: string): Promise<void>;
  reset(key: string): Promise<void>;
}

export interface Window {
  readonly start: string;
  /** Where the window of a server whose clock is ahead may begin. */
  readonly latest: string;
}

export interface Counter {
  count(key: string, window: Window, most: number): Promise<number | undefined>;
  uncount(key: string, window: Window): Promise<void>;
  counted(key: string, window: Window): Promise<number>;
  reset(key: string): Promise<void>;
}

const unlimited: RateLimiter = {
  hit: async () => {},
  attempt: (_, __, ___, work) => work(0),
  check: async () => {},
  reset: async () => {},
};

/** Errors for other reasons (a full queue, an unreachable database) do not count as failed attempts. */
const isFailedAttempt = (error: unknown): boolean => error instanceof Problem && error.status < 500 && error.status !== 429;

export function createRateLimiter(counter: Counter, isOn: boolean, now: () => Date): RateLimiter {
  if (!isOn) return unlimited;
  const reject = (message: string, { seconds }: Limit): never => {
    throw new Problem('request.too_many', { message, retryAfter: secondsLeft(now(), seconds) });
  };
  const windowOf = ({ seconds }: Limit): Window => {
    const [moment, length] = [now(), seconds * 1000];
    const start = new Date(Math.floor(moment.getTime() / length) * length).toISOString();
    return { start, latest: timeAfter(moment, clocksDifferMs) };
  };
  return {
    async hit(key, limit, sentence) {
      if ((await counter.count(key, windowOf(limit), limit.hits)) === undefined) reject(sentence, limit);
    },
    async attempt(key, limit, sentence, work) {
      const window = windowOf(limit);
      const count = await counter.count(key, window, limit.hits);
      if (count === undefined && sentence !== undefined) reject(sentence, limit);
      let hasFailed = false;
      try {
        return await work(count === undefined ? limit.hits : count - 1);
      } catch (error) {
        hasFailed = isFailedAttempt(error);
        throw error;
      } finally {
        // The result stands even if the counter cannot be updated.
        if (count !== undefined && !hasFailed) await counter.uncount(key, window).catch(() => {});
      }
    },
    async check(key, limit, sentence) {
      if ((await counter.counted(key, windowOf(limit))) >= limit.hits) reject(sentence, limit);
    },
    reset: (key) => counter.reset(key),
  };
}

const secondsLeft = (now: Date, seconds: number): number => Math.ceil(seconds - ((now.getTime() / 1000) % seconds));

/**
 * Servers whose clocks differ count in one window, the one that began last. A window that begins far ahead is that of a clock that was wrong,
 * and begins anew.
 */
export function countInDatabase(db: Db): Counter {
  return {
    async count(key, { start, latest }, most) {
      const row = await db
        .insertInto('rate_limits')
        .values({ key, window_start: start, hits: 1 })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((eb) => {
              const isCurrent = eb.between('rate_limits.window_start', start, latest);
              return {
                hits: eb
                  .case()
                  .when(isCurrent)
                  .then(eb('rate_limits.hits', '+', 1))
                  .else(1)
                  .end(),
                window_start: eb.case().when(isCurrent).then(eb.ref('rate_limits.window_start')).else(start).end(),
              };
            })
            .where((eb) =>
              eb.or([eb.not(eb.between('rate_limits.window_start', start, latest)), eb('rate_limits.hits', '<', most)]),
            ),
        )
        .returning('hits')
        .executeTakeFirst();
      return row?.hits;
    },
    async uncount(key, { start, latest }) {
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ hits: eb('hits', '-', 1) }))
        .where('key', '=', key)
        .where((eb) => eb.between('window_start', start, latest))
        .where('hits', '>', 0)
        .execute();
    },
    async counted(key, { start, latest }) {
      const row = await db
        .selectFrom('rate_limits')
        .select('hits')
        .where('key', '=', key)
        .where((eb) => eb.between('window_start', start, latest))
        .executeTakeFirst();
      return row?.hits ?? 0;
    },
    async reset(key) {
      await db.deleteFrom('rate_limits').where('key', '=', key).execute();
    },
  };
}

const maxKeys = 50_000;

/** For reads, which must not cost a write. Each key has a window of its own; the oldest are dropped if there are very many. */
export function countInMemory(): Counter {
  const counts = new Map<string, { readonly start: string; hits: number }>();
  const currentOf = (key: string, start: string) => {
    const found = counts.get(key);
    return found?.start === start ? found : undefined;
  };
  return {
    async count(key, { start }, most) {
      const current = currentOf(key, start);
      const hits = (current?.hits ?? 0) + 1;
      if (hits > most) return undefined;
      if (current) {
        current.hits = hits;
        return hits;
      }
      counts.delete(key);
      const [oldest] = counts.keys();
      if (counts.size >= maxKeys && oldest !== undefined) counts.delete(oldest);
      counts.set(key, { start, hits });
      return hits;
    },
    async uncount(key, { start }) {
      const current = currentOf(key, start);
      if (current && current.hits > 0) current.hits -= 1;
    },
    async counted(key, { start }) {
      return currentOf(key, start)?.hits ?? 0;
    },
    async reset(key) {
      counts.delete(key);
    },
  };
}

export const purgeOldLimits = (db: Db, now: Date): Promise<unknown> =>
  db
    .deleteFrom('rate_limits')
    .where((eb) => eb.or([eb('window_start', '<', timeAfter(now, -dayMs)), eb('window_start', '>', timeAfter(now, dayMs))]))
    .execute();
