import { expect, test } from 'vitest';
import { PlanCache } from './plan-cache.ts';

const megabyte = 1024 * 1024;

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
