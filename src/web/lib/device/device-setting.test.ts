import { afterEach, expect, test, vi } from 'vitest';
import { readSetting, storeSetting } from './device-setting.ts';

afterEach(() => vi.unstubAllGlobals());

test('a setting is stored and removed', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(readSetting('herd view')).toBeUndefined();
  expect(storeSetting('herd view', 'rows')).toBe(true);
  expect(readSetting('herd view')).toBe('rows');
  expect(storeSetting('herd view', undefined)).toBe(true);
  expect(stored.size).toBe(0);
  expect(readSetting('herd view')).toBeUndefined();
});

test('a browser that stores nothing has no setting and says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(readSetting('herd view')).toBeUndefined();
  expect(storeSetting('herd view', 'rows')).toBe(false);
});
