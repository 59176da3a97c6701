import type { Db } from '#server/db/connect.ts';
import { Problem } from './problem.ts';

export interface Limit {
  readonly hits: number;
  readonly seconds: number;
}

/** Counts what happens per key and window in the database, so that several servers count together (ruling 30). */
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

const unlimited: RateLimiter = {
  hit: async () => {},
  allows: async () => true,
  check: async () => {},
  used: async () => 0,
  forget: async () => {},
};

export function createRateLimiter(db: Db, isOn: boolean, now: () => Date): RateLimiter {
  if (!isOn) return unlimited;

  const count = async (key: string, { seconds }: Limit): Promise<{ hits: number; retryAfter: number }> => {
    const { start, retryAfter } = windowOf(now(), seconds);
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
    return { hits: row.hits, retryAfter };
  };

  const counted = async (key: string, { seconds }: Limit): Promise<{ hits: number; retryAfter: number }> => {
    const { start, retryAfter } = windowOf(now(), seconds);
    const row = await db.selectFrom('rate_limits').select(['window_start', 'hits']).where('key', '=', key).executeTakeFirst();
    return { hits: row?.window_start === start ? row.hits : 0, retryAfter };
  };

  const refuse = (message: string, retryAfter: number): never => {
    throw new Problem('request.too_many', { message, retryAfter });
  };

  return {
    async hit(key, limit, sentence) {
      const { hits, retryAfter } = await count(key, limit);
      if (hits > limit.hits) refuse(sentence, retryAfter);
    },
    async allows(key, limit) {
      return (await count(key, limit)).hits <= limit.hits;
    },
    async check(key, limit, sentence) {
      const { hits, retryAfter } = await counted(key, limit);
      if (hits >= limit.hits) refuse(sentence, retryAfter);
    },
    async used(key, limit) {
      return (await counted(key, limit)).hits;
    },
    async forget(key) {
      await db.deleteFrom('rate_limits').where('key', '=', key).execute();
    },
  };
}

/**
 * Counts in this process's memory: for reads, which must not cost a write and need no count across servers.
 * Whoever came in a window is forgotten at its end.
 */
export function createMemoryLimiter(isOn: boolean, now: () => Date): Pick<RateLimiter, 'hit'> {
  if (!isOn) return unlimited;
  const hits = new Map<string, number>();
  let current = '';
  return {
    async hit(key, limit, message) {
      const { start, retryAfter } = windowOf(now(), limit.seconds);
      if (start !== current) hits.clear();
      current = start;
      const count = (hits.get(key) ?? 0) + 1;
      hits.set(key, count);
      if (count > limit.hits) throw new Problem('request.too_many', { message, retryAfter });
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

function windowOf(now: Date, seconds: number): { start: string; retryAfter: number } {
  const length = seconds * 1000;
  const start = Math.floor(now.getTime() / length) * length;
  return { start: new Date(start).toISOString(), retryAfter: Math.ceil((start + length - now.getTime()) / 1000) };
}

/** The part of an address that one household or attacker can vary is cut off: an IPv6 network counts as one (/64). */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}
