import { afterEach, expect, test, vi } from 'vitest';
import { readSetting, storeSetting } from './device-setting.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('a setting is stored and removed', () => {
  expect(readSetting('herd view')).toBeUndefined();
  expect(storeSetting('herd view', 'rows')).toBe(true);
  expect(readSetting('herd view')).toBe('rows');
  expect(storeSetting('herd view', undefined)).toBe(true);
  expect(readSetting('herd view')).toBeUndefined();
});

test('a browser that stores nothing has no setting and says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(readSetting('herd view')).toBeUndefined();
  expect(storeSetting('herd view', 'rows')).toBe(false);
});
