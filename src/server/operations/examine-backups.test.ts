import { expect, test } from 'vitest';
import { judgeBackups } from './examine-backups.ts';

const now = new Date('2026-11-21T16:00:00Z');
const at = (hours: number) => ({ id: `${hours} hours ago`, at: new Date(now.getTime() - hours * 3_600_000), bytes: 1 });
const marks = (newest: ReturnType<typeof at> | null, faults?: string[]) =>
  judgeBackups({ newest, drill: faults ? { id: 'x', at: '', faults } : null }, true, now).map(({ mark }) => mark);

test('the doctor is content with a fresh backup that was opened, and with nothing less', () => {
  expect(marks(at(1), [])).toEqual(['✓', '✓']);
  expect(marks(at(1))).toEqual(['✓', '!']);
  expect(marks(at(5), [])).toEqual(['✗', '✓']);
  expect(marks(at(1), ['Its database is not there.'])).toEqual(['✓', '✗']);
  expect(marks(null)).toEqual(['!']);
});
