import type { FastifyBaseLogger } from 'fastify';
import { within } from '#server/patience.ts';
import type { Counter } from './limits.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** One step in Redis: two servers that count at the same moment count to two. */
const countScript = `
  if redis.call('hget', KEYS[1], 'start') == ARGV[1] then
    if tonumber(redis.call('hget', KEYS[1], 'hits')) >= tonumber(ARGV[3]) then return 0 end
    return redis.call('hincrby', KEYS[1], 'hits', 1)
  end
  redis.call('hset', KEYS[1], 'start', ARGV[1], 'hits', 1)
  redis.call('pexpire', KEYS[1], ARGV[2])
  return 1`;

const uncountScript = `
  if redis.call('hget', KEYS[1], 'start') ~= ARGV[1] then return 0 end
  if tonumber(redis.call('hget', KEYS[1], 'hits')) <= 0 then return 0 end
  return redis.call('hincrby', KEYS[1], 'hits', -1)`;

const keyOf = (key: string): string => `bellwether:limit:${key}`;

/** What is counted stays a minute longer than its window, for servers whose clocks differ. */
const graceMs = 60_000;

const answerMs = 500;
const connectMs = 2000;
/** After a fault Redis is not asked for so long: a Redis that hangs must not hold up every request. */
const pauseMs = 5000;

export interface RedisCounters {
  /** Counts in Redis, and while that is away with `other`. */
  orElse(other: Counter): Counter;
  close(): void;
}

/** Counts for all servers in Redis. The client is loaded only where REDIS_URL names one; nothing waits for it to come up. */
export async function openRedis(url: string, log: Log): Promise<RedisCounters> {
  const { createClient } = await import('redis');
  const complain = onceAMinute((error) => log.warn({ err: error }, 'Redis is away; limits are counted without it meanwhile'));
  const open = () =>
    createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMs, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, connectMs) },
    }).on('error', complain);
  let client = open();
  await within(connectMs, 'Redis', client.connect()).catch(complain);

  const counter: Counter = {
    async count(key, { start, seconds }, most) {
      const values = [start, String(seconds * 1000 + graceMs), String(most)];
      const count = await client.eval(countScript, { keys: [keyOf(key)], arguments: values });
      // Taken for a number, anything else would let everybody in or nobody.
      if (typeof count !== 'number') throw new Error('Redis answered with something that is no count');
      return count === 0 ? undefined : count;
    },
    async uncount(key, { start }) {
      await client.eval(uncountScript, { keys: [keyOf(key)], arguments: [start] });
    },
    async counted(key, { start }) {
      const [stored, hits] = await client.hmGet(keyOf(key), ['start', 'hits']);
      return stored === start ? Number(hits) : 0;
    },
    async forget(key) {
      await client.del(keyOf(key));
    },
  };

  /** What still comes on a connection whose answer is late would be gathered in memory, however much it is. */
  const reopen = (): void => {
    client.destroy();
    client = open();
    client.connect().catch(complain);
  };

  let awayUntil = 0;
  const ask = async <T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> => {
    const asked = client;
    if (!asked.isReady || performance.now() < awayUntil) return second();
    let hasAnswered = false;
    const answer = first().finally(() => (hasAnswered = true));
    try {
      return await within(answerMs, 'Redis', answer);
    } catch (error) {
      awayUntil = performance.now() + pauseMs;
      complain(error);
      if (!hasAnswered && client === asked) reopen();
      return second();
    }
  };

  return {
    orElse: (other) => ({
      count: (key, window, most) =>
        ask(
          () => counter.count(key, window, most),
          () => other.count(key, window, most),
        ),
      uncount: (key, window) =>
        ask(
          () => counter.uncount(key, window),
          () => other.uncount(key, window),
        ),
      counted: (key, window) =>
        ask(
          () => counter.counted(key, window),
          () => other.counted(key, window),
        ),
      forget: (key) =>
        ask(
          () => counter.forget(key),
          () => other.forget(key),
        ),
    }),
    close: () => client.destroy(),
  };
}

function onceAMinute(complain: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 60_000;
    complain(error);
  };
}
