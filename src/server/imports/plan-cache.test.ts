import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlanCache } from './plan-cache.ts';

const megabyte = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the cached plans of all farms stay below 32 MB, and the most recently used ones are kept', () => {
  const cache = new PlanCache<number>();
  for (let farm = 0; farm < 100; farm += 1) {
    cache.set(`farm ${farm}`, 'key', farm, 3 * megabyte);
    expect(cache.find('farm 0', 'key')).toBe(0);
    expect(cache.bytes).toBeLessThanOrEqual(32 * megabyte);
  }
  expect(cache.find('farm 99', 'key')).toBe(99);
  expect(cache.find('farm 50', 'key')).toBeUndefined();
});

test('one farm has at most one cached plan, and a plan larger than half of the cache is not cached', () => {
  const cache = new PlanCache<string>();
  for (let n = 0; n < 20; n += 1) cache.set('farm', `key ${n}`, 'plan', 3 * megabyte);
  expect(cache.bytes).toBe(3 * megabyte);
  expect(cache.find('farm', 'key 18')).toBeUndefined();
  cache.set('farm', 'large', 'plan', 17 * megabyte);
  expect([cache.find('farm', 'large'), cache.bytes]).toEqual([undefined, 0]);
});

test('an unused plan is evicted after five minutes', () => {
  const cache = new PlanCache<string>();
  cache.set('farm', 'key', 'plan', megabyte);
  vi.advanceTimersByTime(4 * 60_000);
  expect(cache.find('farm', 'key')).toBe('plan');
  vi.advanceTimersByTime(4 * 60_000);
  expect(cache.find('farm', 'key')).toBe('plan');
  vi.advanceTimersByTime(6 * 60_000);
  expect([cache.find('farm', 'key'), cache.bytes]).toEqual([undefined, 0]);
});
