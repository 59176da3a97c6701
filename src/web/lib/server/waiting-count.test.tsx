import { beforeEach, describe, expect, test } from 'vitest';
import { countLost, countWaiting, resetLostCount, noticeLost, storeWaiting } from './waiting-count.ts';

const farm = { userId: 'ada', farmId: 'oak' };
const other = { userId: 'bob', farmId: 'elm' };

beforeEach(() => {
  document.cookie = 'waiting=0; path=/; max-age=0';
});

describe('how many operations wait', () => {
  test('is known before anybody has signed in, for all farms of the browser', () => {
    storeWaiting(farm, 3);
    storeWaiting(other, 2);
    expect(countWaiting()).toBe(5);
    expect(document.cookie).toContain('waiting=5');
    storeWaiting(farm, 0);
    storeWaiting(other, 0);
    expect(countWaiting()).toBe(0);
    expect(document.cookie).not.toContain('waiting=5');
  });

  test('is lost where only the cookie is left, and is told until a person has read it', () => {
    storeWaiting(farm, 3);
    localStorage.clear();
    noticeLost(farm, true);
    expect(countLost()).toBe(3);
    noticeLost(farm, true);
    expect(countLost()).toBe(3);
    resetLostCount();
    noticeLost(farm, true);
    expect(countLost()).toBe(0);
  });

  test('is lost where the count is left and the farm is new to the browser', () => {
    storeWaiting(farm, 3);
    noticeLost(other, true);
    expect(countLost()).toBe(0);
    noticeLost(farm, true);
    expect([countLost(), countWaiting()]).toEqual([3, 0]);
  });

  test('is not lost where the browser still has the farm', () => {
    storeWaiting(farm, 3);
    noticeLost(farm, false);
    expect([countLost(), countWaiting()]).toEqual([0, 3]);
  });
});
