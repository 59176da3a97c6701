import { expect, test } from 'vitest';
import { toBackupId } from '#domain/backups.ts';
import { judgeBackups } from './examine-backups.ts';

const now = new Date('2026-11-21T16:00:00Z');
const at = (hours: number) => {
  const moment = new Date(now.getTime() - hours * 3_600_000);
  return { id: toBackupId(moment), at: moment, bytes: 1 };
};
const marks = (newest: ReturnType<typeof at> | null, faults?: string[], ahead: string[] = []) =>
  judgeBackups({ newest, ahead, drill: faults ? { id: 'x', at: '', faults } : null }, true, now).map(({ mark }) => mark);

test('the doctor is content with a fresh backup that was opened, and with nothing less', () => {
  expect(marks(at(1), [])).toEqual(['✓', '✓']);
  expect(marks(at(1))).toEqual(['✓', '!']);
  expect(marks(at(5), [])).toEqual(['✗', '✓']);
  expect(marks(at(1), ['Its database is not there.'])).toEqual(['✓', '✗']);
  expect(marks(null)).toEqual(['!']);
});

test('the doctor names backups of a clock that was ahead, and finds a clock that is behind all of them bad', () => {
  expect(marks(at(1), [], [at(-900).id])).toEqual(['✓', '!', '✓']);
  expect(marks(at(-900), [], [at(-900).id])).toEqual(['✗', '✓']);
});
