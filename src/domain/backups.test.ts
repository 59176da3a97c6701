import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBackupId, backupsToRetain, isInFuture, isBackupId, backupMoment } from './backups.ts';

const hour = 3_600_000;
const hourly = (count: number, until = '2026-11-21T16:00:00Z'): string[] =>
  Array.from({ length: count }, (_, index) => toBackupId(new Date(Date.parse(until) - index * hour)));

const anId = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => toBackupId(date));
const ids = fc.array(anId, { maxLength: 200 });

test('the id of a backup contains its moment', () => {
  expect(toBackupId(new Date('2026-11-21T16:00:00.123Z'))).toBe('2026-11-21T16-00-00-123Z');
  expect(backupMoment('2026-11-21T16-00-00-123Z')).toBe('2026-11-21T16:00:00.123Z');
  for (const text of ['', '../../etc', 'newest', '2026-11-21', '2026-11-21T16-00-00-123Z/x'])
    expect(isBackupId(text)).toBe(false);
});

test('after two years of hourly backups 24 hours, 30 days and 12 months are left', () => {
  const kept = [...backupsToRetain(hourly(2 * 365 * 24))].toSorted().toReversed();
  expect(kept.slice(0, 24)).toEqual(hourly(24));
  // 24 hours reach into a second day, 30 days into a second month.
  expect(kept).toHaveLength(24 + 28 + 10);
  expect(kept.filter((id) => id.includes('T23-'))).toHaveLength(1 + 28 + 10);
  expect(kept.at(-1)).toBe('2025-12-31T23-00-00-000Z');
});

test('of several backups in one hour the last is retained, and so are those from before a year without backups', () => {
  const last = '2026-01-01T10-59-00-000Z';
  expect(backupsToRetain([last, '2026-01-01T10-00-00-000Z'])).toEqual(new Set([last]));
  expect(backupsToRetain(['2026-11-21T16-00-00-000Z', ...hourly(24, '2025-01-10T23:00:00Z')]).size).toBe(24);
});

const made = ids.map((all) => [...new Set(all)].toSorted().toReversed());

test('at most 66 backups with the last one are retained, and pruning after each or again retains the same', () => {
  fc.assert(
    fc.property(made, (all) => {
      const kept = backupsToRetain(all);
      expect(kept.size).toBeLessThanOrEqual(66);
      expect(kept.size > 0).toBe(all.length > 0);
      if (all.length > 0) expect(kept.has(all[0] ?? '')).toBe(true);
      expect(backupsToRetain(all.filter((id) => kept.has(id)))).toEqual(kept);
      let afterEach: string[] = [];
      for (const id of all.toReversed()) {
        const keep = backupsToRetain([id, ...afterEach]);
        afterEach = [id, ...afterEach].filter((each) => keep.has(each));
      }
      expect(new Set(afterEach)).toEqual(kept);
    }),
  );
});

test('an id is in the future if it is more than five minutes ahead of the clock', () => {
  const now = new Date('2026-11-21T16:00:00Z');
  const after = (minutes: number): string => toBackupId(new Date(now.getTime() + minutes * 60_000));
  expect([-60, 0, 4, 6, 60 * 24 * 40].filter((minutes) => isInFuture(after(minutes), now))).toEqual([6, 60 * 24 * 40]);
});
