import { expect, test } from 'vitest';
import { exportAddress } from './export-address.ts';

test('the address of an export contains its format, its sheet and the given days', () => {
  expect(exportAddress({}, 'xlsx')).toBe('/api/export?format=xlsx');
  expect(exportAddress({ from: '2026-01-01' }, 'health')).toBe('/api/export?format=csv&sheet=health&from=2026-01-01');
  expect(exportAddress({ to: '2026-12-31' }, 'xlsx')).toBe('/api/export?format=xlsx&to=2026-12-31');
});
