import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlanCache } from './plan-cache.ts';

const megabyte = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('however many farms prepare an import, the plans that are remembered stay below 32 MB, and those used last stay', () => {
  const cache = new PlanCache<number>();
  for (let farm = 0; farm < 100; farm += 1) {
    cache.set(`farm ${farm}`, 'key', farm, 3 * megabyte);
    expect(cache.find('farm 0', 'key')).toBe(0);
    expect(cache.bytes).toBeLessThanOrEqual(32 * megabyte);
  }
  expect(cache.find('farm 99', 'key')).toBe(99);
  expect(cache.find('farm 50', 'key')).toBeUndefined();
});

test('one farm has one plan in it, and a plan that takes more than half of the room is not remembered', () => {
  const cache = new PlanCache<string>();
  for (let n = 0; n < 20; n += 1) cache.set('farm', `key ${n}`, 'plan', 3 * megabyte);
  expect(cache.bytes).toBe(3 * megabyte);
  expect(cache.find('farm', 'key 18')).toBeUndefined();
  cache.set('farm', 'large', 'plan', 17 * megabyte);
  expect([cache.find('farm', 'large'), cache.bytes]).toEqual([undefined, 0]);
});

test('a plan that nobody asks for is forgotten after five minutes', () => {
  const cache = new PlanCache<string>();
  cache.set('farm', 'key', 'plan', megabyte);
  vi.advanceTimersByTime(4 * 60_000);
  expect(cache.find('farm', 'key')).toBe('plan');
  vi.advanceTimersByTime(4 * 60_000);
  expect(cache.find('farm', 'key')).toBe('plan');
  vi.advanceTimersByTime(6 * 60_000);
  expect([cache.find('farm', 'key'), cache.bytes]).toEqual([undefined, 0]);
});
