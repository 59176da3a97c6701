import { expect, test, vi } from 'vitest';
import { readSetting, storeSetting } from './device-setting.ts';

test('a browser that stores nothing has no setting and says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(readSetting('herd view')).toBeUndefined();
  expect(storeSetting('herd view', 'rows')).toBe(false);
});
