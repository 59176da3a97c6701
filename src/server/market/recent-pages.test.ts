import { expect, test } from 'vitest';
import { createRecentPages } from './recent-pages.ts';

const clock = () => {
  let time = 0;
  return { now: () => new Date(time), pass: (ms: number) => void (time += ms) };
};

test('within a second many share one reading; then it is read again', async () => {
  const { now, pass } = clock();
  const pages = createRecentPages<number>(now);
  let readings = 0;
  const get = () => pages.get('a', async () => (readings += 1));
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await get()).toBe(1);
  pass(1);
  expect(await get()).toBe(2);
});

test('what is asked differently is read by itself, and what was written is seen', async () => {
  const pages = createRecentPages<string>(clock().now);
  expect(await pages.get('a', async () => 'old a')).toBe('old a');
  expect(await pages.get('b', async () => 'b')).toBe('b');
  pages.forget();
  expect(await pages.get('a', async () => 'new a')).toBe('new a');
});

test('a reading that was under way when something was written is not kept', async () => {
  const pages = createRecentPages<string>(clock().now);
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = pages.get('a', () => promise);
  pages.forget();
  expect(await pages.get('a', async () => 'new')).toBe('new');
  resolve('old');
  expect(await slow).toBe('old');
  expect(await pages.get('a', async () => 'newer')).toBe('new');
});

test('a failure is told to those who waited and to nobody after them', async () => {
  const pages = createRecentPages<string>(clock().now);
  await expect(pages.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await pages.get('a', async () => 'back')).toBe('back');
});

test('it does not grow without end', async () => {
  const pages = createRecentPages<number>(clock().now);
  for (let i = 0; i < 501; i += 1) await pages.get(String(i), async () => i);
  expect(await pages.get('0', async () => -1)).toBe(-1);
  expect(await pages.get('500', async () => -1)).toBe(500);
});
