import { expect, test } from 'vitest';
import { allDates, breedingRange, exportRange, readReportsFilter } from './reports-filter.ts';
import { exportAddress } from './export-address.ts';

test('search parameters hold the days of both ranges of the reports', () => {
  const filter = readReportsFilter({ start: '2026-01-01', end: '2026-12-31', breedingStart: '2026-10-01' });
  expect(exportRange(filter)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(breedingRange(filter)).toEqual({ from: '2026-10-01' });
});

test('an invalid day leaves that side of the range of the reports open', () => {
  expect(readReportsFilter({ start: '2026-02-30', end: 'today', breedingStart: 7, breedingEnd: undefined })).toEqual(allDates);
});

test('the address of an export contains its format, its sheet and the given days', () => {
  expect(exportAddress({}, 'xlsx')).toBe('/api/export?format=xlsx');
  expect(exportAddress({ from: '2026-01-01' }, 'health')).toBe('/api/export?format=csv&sheet=health&from=2026-01-01');
  expect(exportAddress({ to: '2026-12-31' }, 'xlsx')).toBe('/api/export?format=xlsx&to=2026-12-31');
});
