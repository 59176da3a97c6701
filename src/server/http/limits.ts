import type { Db } from '#server/db/connect.ts';
import { Problem } from './problem.ts';

export interface Limit {
  readonly hits: number;
  readonly seconds: number;
}

/** Says whether what happens per key and window is within its limit (ruling 30). */
export interface RateLimiter {
  /** Counts one hit; past the limit throws 429 with Retry-After and `sentence`. */
  hit(key: string, limit: Limit, sentence: string): Promise<void>;
  /** Counts one hit and says whether it is still within the limit. */
  allows(key: string, limit: Limit): Promise<boolean>;
  /** Throws like `hit` when the limit is used up, without counting. */
  check(key: string, limit: Limit, sentence: string): Promise<void>;
  /** How many hits the running window has counted. */
  used(key: string, limit: Limit): Promise<number>;
  /** Begins the key's count afresh. */
  forget(key: string): Promise<void>;
}

/** A piece of time that begins and ends at the same moment on every server. */
export interface Window {
  readonly start: string;
  readonly seconds: number;
}

/** Where hits are counted; several servers count together in the database or in Redis (redis-counter.ts). */
export interface Counter {
  /** Counts one more and says how many the window has now. */
  count(key: string, window: Window): Promise<number>;
  counted(key: string, window: Window): Promise<number>;
  forget(key: string): Promise<void>;
}

const unlimited: RateLimiter = {
  hit: async () => {},
  allows: async () => true,
  check: async () => {},
  used: async () => 0,
  forget: async () => {},
};

export function createRateLimiter(counter: Counter, isOn: boolean, now: () => Date): RateLimiter {
  if (!isOn) return unlimited;
  const refuse = (message: string, { seconds }: Limit): never => {
    throw new Problem('request.too_many', { message, retryAfter: secondsLeft(now(), seconds) });
  };
  const windowOf = ({ seconds }: Limit): Window => {
    const length = seconds * 1000;
    return { start: new Date(Math.floor(now().getTime() / length) * length).toISOString(), seconds };
  };
  return {
    async hit(key, limit, sentence) {
      if ((await counter.count(key, windowOf(limit))) > limit.hits) refuse(sentence, limit);
    },
    async allows(key, limit) {
      return (await counter.count(key, windowOf(limit))) <= limit.hits;
    },
    async check(key, limit, sentence) {
      if ((await counter.counted(key, windowOf(limit))) >= limit.hits) refuse(sentence, limit);
    },
    used: (key, limit) => counter.counted(key, windowOf(limit)),
    forget: (key) => counter.forget(key),
  };
}

const secondsLeft = (now: Date, seconds: number): number => Math.ceil(seconds - ((now.getTime() / 1000) % seconds));

export function countInDatabase(db: Db): Counter {
  return {
    async count(key, { start }) {
      const row = await db
        .insertInto('rate_limits')
        .values({ key, window_start: start, hits: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            hits: eb
              .case()
              .when('rate_limits.window_start', '=', start)
              .then(eb('rate_limits.hits', '+', 1))
              .else(1)
              .end(),
            window_start: start,
          })),
        )
        .returning('hits')
        .executeTakeFirstOrThrow();
      return row.hits;
    },
    async counted(key, { start }) {
      const row = await db.selectFrom('rate_limits').select(['window_start', 'hits']).where('key', '=', key).executeTakeFirst();
      return row?.window_start === start ? row.hits : 0;
    },
    async forget(key) {
      await db.deleteFrom('rate_limits').where('key', '=', key).execute();
    },
  };
}

/**
 * Counts in this process's memory: for reads, which must not cost a write. For limits that share one window:
 * whoever came in it is forgotten at its end.
 */
export function countInMemory(): Counter {
  const hits = new Map<string, number>();
  let current = '';
  const turnTo = (start: string): void => {
    if (start !== current) hits.clear();
    current = start;
  };
  return {
    async count(key, { start }) {
      turnTo(start);
      const count = (hits.get(key) ?? 0) + 1;
      hits.set(key, count);
      return count;
    },
    async counted(key, { start }) {
      turnTo(start);
      return hits.get(key) ?? 0;
    },
    async forget(key) {
      hits.delete(key);
    },
  };
}

/** Windows longer than any limit's can be forgotten. */
export const forgetOldLimits = (db: Db, now: Date): Promise<unknown> =>
  db
    .deleteFrom('rate_limits')
    .where((eb) =>
      eb.or([
        eb('window_start', '<', new Date(now.getTime() - 86_400_000).toISOString()),
        eb('window_start', '>', new Date(now.getTime() + 86_400_000).toISOString()),
      ]),
    )
    .execute();

/** The part of an address that one household or attacker can vary is cut off: an IPv6 network counts as one (/64). */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}
