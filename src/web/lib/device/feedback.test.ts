import { afterEach, expect, test, vi } from 'vitest';
import { giveFeedback, hasSounds, setSounds } from './feedback.ts';

afterEach(() => vi.unstubAllGlobals());

test('a device whose sounds are switched off only vibrates', () => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: (key: string, value: string) => stored.set(key, value) });
  const vibrate = vi.fn<() => boolean>(() => true);
  vi.stubGlobal('navigator', { vibrate });
  vi.stubGlobal(
    'AudioContext',
    vi.fn<() => never>(() => expect.fail('It makes a sound')),
  );
  setSounds(false);
  giveFeedback('done');
  expect([vibrate.mock.calls.length, hasSounds()]).toEqual([1, false]);
});

test('a browser without sound, vibration and storage does without', () => {
  vi.stubGlobal('AudioContext', undefined);
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('navigator', {});
  setSounds(false);
  expect(hasSounds()).toBe(true);
  expect(() => giveFeedback('done')).not.toThrow();
});
