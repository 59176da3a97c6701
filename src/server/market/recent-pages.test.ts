import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecentPages } from './recent-pages.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => new Date();
const recentPages = <P>({ bytesOf = () => 1, maxBytes }: { bytesOf?: (page: P) => number; maxBytes?: number } = {}) =>
  createRecentPages<P>(now, { bytesOf, ...(maxBytes !== undefined && { maxBytes }) });

test('requests within a second share one query; later ones query again', async () => {
  const pages = recentPages<number>();
  let readings = 0;
  const get = () => pages.get('a', async () => (readings += 1));
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(999);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await get()).toBe(2);
});

test('different searches are queried separately, and a write clears the cache', async () => {
  const pages = recentPages<string>();
  expect(await pages.get('a', async () => 'old a')).toBe('old a');
  expect(await pages.get('b', async () => 'b')).toBe('b');
  pages.clear();
  expect(await pages.get('a', async () => 'new a')).toBe('new a');
});

test('a query that ran during a write is not cached', async () => {
  const pages = recentPages<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = pages.get('a', () => promise);
  pages.clear();
  expect(await pages.get('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await slow).toBe('old');
  expect(await pages.get('a', async () => 'newer')).toBe('new');
});

test('a failure rejects the requests that share it and is not cached', async () => {
  const pages = recentPages<string>();
  await expect(pages.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await pages.get('a', async () => 'back')).toBe('back');
});

test('the cache has a limit in bytes and evicts the oldest pages first', async () => {
  const pages = recentPages<string>({ bytesOf: (page) => page.length, maxBytes: 100 });
  for (const key of ['a', 'b', 'c']) await pages.get(key, async () => key.repeat(40));
  const isKept = async (key: string) => (await pages.get(key, async () => 'read again')) !== 'read again';
  expect([await isKept('c'), await isKept('b')]).toEqual([true, true]);
  expect(await isKept('a')).toBe(false);
  await pages.get('large', async () => 'x'.repeat(101));
  expect(await isKept('large')).toBe(false);
});

test('expired pages are evicted without further requests', async () => {
  const pages = recentPages<object>();
  await pages.get('a', async () => ({ many: 'listings' }));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
  // By the clock the entry would still be valid.
  vi.setSystemTime(999);
  expect(await pages.get('a', async () => ({ other: 'listings' }))).toEqual({ other: 'listings' });
});
