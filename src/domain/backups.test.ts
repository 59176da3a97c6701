import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupIdOf, backupsToKeep, isBackupId, momentOfBackup } from './backups.ts';

const hour = 3_600_000;
const hourly = (count: number, until = '2026-11-21T16:00:00Z'): string[] =>
  Array.from({ length: count }, (_, index) => backupIdOf(new Date(Date.parse(until) - index * hour)));

const ids = fc.array(
  fc
    .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => backupIdOf(date)),
  { maxLength: 200 },
);

test('a name tells its moment', () => {
  expect(backupIdOf(new Date('2026-11-21T16:00:00.123Z'))).toBe('2026-11-21T16-00-00-123Z');
  expect(momentOfBackup('2026-11-21T16-00-00-123Z')).toBe('2026-11-21T16:00:00.123Z');
  for (const text of ['', '../../etc', 'newest', '2026-11-21', '2026-11-21T16-00-00-123Z/x'])
    expect(isBackupId(text)).toBe(false);
});

test('after two years of hourly backups 24 hours, 30 days and 12 months are left', () => {
  const kept = [...backupsToKeep(hourly(2 * 365 * 24))].toSorted().toReversed();
  expect(kept.slice(0, 24)).toEqual(hourly(24));
  // 24 hours reach into a second day, 30 days into a second month.
  expect(kept).toHaveLength(24 + 28 + 10);
  expect(kept.filter((id) => id.includes('T23-'))).toHaveLength(1 + 28 + 10);
  expect(kept.at(-1)).toBe('2025-12-31T23-00-00-000Z');
});

test('a server that was off for a year keeps what it had', () => {
  const old = hourly(24, '2025-01-10T23:00:00Z');
  expect(backupsToKeep([...old, '2026-11-21T16-00-00-000Z']).size).toBe(24);
});

test('of one hour the last one is kept', () => {
  expect(backupsToKeep(['2026-01-01T10-59-00-000Z', '2026-01-01T10-00-00-000Z'])).toEqual(new Set(['2026-01-01T10-59-00-000Z']));
});

test('the newest is always kept, never more than 66, and clearing away twice clears no more', () => {
  fc.assert(
    fc.property(ids, (all) => {
      const kept = backupsToKeep(all);
      expect(kept.size).toBeLessThanOrEqual(66);
      expect(kept.size > 0).toBe(all.length > 0);
      if (all.length > 0) expect(kept.has(all.toSorted().at(-1) ?? '')).toBe(true);
      expect(backupsToKeep([...kept])).toEqual(kept);
    }),
  );
});

test('clearing away after each backup leaves what clearing away once at the end would', () => {
  fc.assert(
    fc.property(ids, (all) => {
      let kept: string[] = [];
      for (const id of all.toSorted()) kept = [...backupsToKeep([...kept, id])];
      expect(new Set(kept)).toEqual(backupsToKeep(all));
    }),
  );
});
