import { afterEach, expect, test, vi } from 'vitest';
import { giveFeedback, hasSounds, setSounds } from './feedback.ts';

const tones: number[] = [];
const vibrations: unknown[] = [];

class FakeAudioContext {
  readonly currentTime = 0;
  readonly destination = {};
  resume = async () => {};
  createOscillator() {
    const frequency = { value: 0 };
    return { frequency, connect: (to: object) => to, start: () => tones.push(frequency.value), stop: () => {} };
  }
  createGain = () => ({
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: (to: object) => to,
  });
}

afterEach(() => vi.unstubAllGlobals());

test('what is done sounds higher than a warning, and a device whose sounds are switched off only vibrates', () => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  const setItem = (key: string, value: string) => stored.set(key, value);
  vi.stubGlobal('localStorage', { getItem, setItem, removeItem: (key: string) => stored.delete(key) });
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('navigator', { vibrate: (pattern: unknown) => vibrations.push(pattern) });
  for (const kind of ['done', 'warning'] as const) giveFeedback(kind);
  expect(tones[0]).toBeGreaterThan(tones[1] ?? Infinity);
  setSounds(false);
  giveFeedback('done');
  expect([tones.length, vibrations.length]).toEqual([2, 3]);
  setSounds(true);
  giveFeedback('done');
  expect(tones).toHaveLength(3);
});

test('a browser without sound, vibration and storage does without', () => {
  vi.stubGlobal('AudioContext', undefined);
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('navigator', {});
  setSounds(false);
  expect(hasSounds()).toBe(true);
  expect(() => giveFeedback('done')).not.toThrow();
});
