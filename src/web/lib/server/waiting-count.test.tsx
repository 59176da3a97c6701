import { beforeEach, expect, test } from 'vitest';
import { countLost, countWaiting, resetLostCount, noticeLost, storeWaiting } from './waiting-count.ts';

const farm = { userId: 'ada', farmId: 'oak' };
const other = { userId: 'bob', farmId: 'elm' };

beforeEach(() => {
  document.cookie = 'waiting=0; path=/; max-age=0';
});

test('how many operations wait is known before anybody has signed in, for all farms of the browser', () => {
  storeWaiting(farm, 3);
  storeWaiting(other, 2);
  expect(countWaiting()).toBe(5);
  expect(document.cookie).toContain('waiting=5');
  for (const each of [farm, other]) storeWaiting(each, 0);
  expect(countWaiting()).toBe(0);
  expect(document.cookie).not.toContain('waiting=5');
});

test('what waited is lost where only the cookie is left, and that is told until a person has read it', () => {
  storeWaiting(farm, 3);
  localStorage.clear();
  for (const _ of ['once', 'again']) {
    noticeLost(farm, true);
    expect(countLost()).toBe(3);
  }
  resetLostCount();
  noticeLost(farm, true);
  expect(countLost()).toBe(0);
});

test('what waited is lost where the count is left and its farm is new to the browser, and only then', () => {
  storeWaiting(farm, 3);
  noticeLost(other, true);
  noticeLost(farm, false);
  expect([countLost(), countWaiting()]).toEqual([0, 3]);
  noticeLost(farm, true);
  expect([countLost(), countWaiting()]).toEqual([3, 0]);
});
