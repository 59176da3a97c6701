import { expect, test } from 'vitest';
import { runAs } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyBytes } from './body-bytes.ts';

const kilobyte = 1000;

/** Bodies by the caller’s name, and the names of those refused. */
function memoryOf(kilobytes: number) {
  const places = new Semaphore({ name: 'bodies', capacity: 10, waiting: 0 });
  const memory = new BodyBytes(places, kilobytes * kilobyte);
  const refused: string[] = [];
  const hold = (key: string, name = key) =>
    runAs({ key, address: key, signal: new AbortController().signal }, () => memory.hold(() => refused.push(name)));
  return { hold, refused, places, memory };
}

test('beyond the limit the oldest unfinished body of the caller who holds the most is refused', () => {
  const { hold, refused, places } = memoryOf(100);
  const [arrived, oldest, newest, ada] = [hold('many', 'arrived'), hold('many', 'oldest'), hold('many', 'newest'), hold('ada')];
  for (const body of [arrived, oldest, newest]) body.add(30 * kilobyte);
  arrived.arrive();
  ada.add(20 * kilobyte);
  expect(refused).toEqual(['oldest']);
  newest.add(10 * kilobyte);
  expect(refused).toEqual(['oldest']);
  newest.add(20 * kilobyte);
  expect(refused).toEqual(['oldest', 'newest']);
  expect(places.totals.refused).toBe(2);
});

test('a caller who holds no more than their share is never refused', () => {
  const { hold, refused } = memoryOf(100);
  const many = hold('many');
  many.add(95 * kilobyte);
  many.arrive();
  hold('ada').add(40 * kilobyte);
  expect(refused).toEqual([]);
});

test('bodies on a disk take a quarter of what it would have without them, and the largest gives way', () => {
  const { hold, refused, memory } = memoryOf(0);
  expect(memory.limitByDisk(400 * kilobyte)).toBe(100 * kilobyte);
  const many = hold('many');
  many.add(60 * kilobyte);
  expect(memory.limitByDisk(340 * kilobyte)).toBeCloseTo(100 * kilobyte, -3);
  const ada = hold('ada');
  ada.add(30 * kilobyte);
  expect(refused).toEqual([]);
  ada.add(10 * kilobyte);
  expect(refused).toEqual(['many']);
});
