import { expect, test } from 'vitest';
import { toBackupId } from '#domain/backups.ts';
import { judgeBackups } from './examine-backups.ts';

const now = new Date('2026-11-21T16:00:00Z');
const at = (hours: number) => {
  const moment = new Date(now.getTime() - hours * 3_600_000);
  return { id: toBackupId(moment), at: moment };
};
const symbolsOf = (newest: ReturnType<typeof at> | null, error?: string | null) =>
  judgeBackups({ newest, drill: error === undefined ? null : { id: 'x', at: '', error } }, true, now).map(({ symbol }) => symbol);

test('the doctor accepts only a recent backup that a drill has opened', () => {
  expect(symbolsOf(at(1), null)).toEqual(['✓', '✓']);
  expect(symbolsOf(at(1))).toEqual(['✓', '!']);
  expect(symbolsOf(at(5), null)).toEqual(['✗', '✓']);
  expect(symbolsOf(at(1), 'its database is not there')).toEqual(['✓', '✗']);
  expect(symbolsOf(null)).toEqual(['!']);
  // The clock is behind the backups.
  expect(symbolsOf(at(-900), null)).toEqual(['✗', '✓']);
});
