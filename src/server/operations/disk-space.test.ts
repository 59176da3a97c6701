import { expect, onTestFinished, test, vi } from 'vitest';
import { isLow, readDiskSpace, watchDisk } from './disk-space.ts';

const disk = { freeBytes: 5e9, totalBytes: 20e9 };

test('space is low below a gigabyte or a tenth of the disk', () => {
  expect(isLow(disk)).toBe(false);
  expect(isLow({ freeBytes: 1e9 - 1, totalBytes: 2e9 })).toBe(true);
  expect(isLow({ freeBytes: 1e9, totalBytes: 2e9 })).toBe(false);
  expect(isLow({ freeBytes: 9e9, totalBytes: 100e9 })).toBe(true);
});

test('the log warns within a minute that space is low, then once an hour, and says when there is enough again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const logged: string[] = [];
  const note = (_: unknown, text?: string) => void logged.push(text ?? '');
  let space = disk;
  watchDisk('.', { info: note, warn: note, error: note }, async () => space);
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
  await pass(5);
  expect(logged).toEqual([]);
  space = { ...disk, freeBytes: 0.5e9 };
  const low = 'the disk of DATA_DIR is nearly full: 0.5 GB of 20.0 GB are free. Make room';
  await pass(1);
  expect(logged).toEqual([low]);
  await pass(59);
  expect(logged).toEqual([low]);
  await pass(1);
  expect(logged).toEqual([low, low]);
  space = disk;
  await pass(120);
  expect(logged).toEqual([low, low, 'the disk of DATA_DIR has enough free space again']);
  space = { ...disk, freeBytes: 0.5e9 };
  await pass(1);
  expect(logged.at(-1)).toBe(low);
});

test('a folder that is not there yet is nothing to warn of, and another failure is', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const logged: string[] = [];
  const note = (_: unknown, text?: string) => void logged.push(text ?? '');
  let code = 'ENOENT';
  watchDisk('.', { info: note, warn: note, error: note }, () => Promise.reject(Object.assign(new Error(code), { code })));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logged).toEqual([]);
  code = 'EACCES';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logged).toEqual(['the free space cannot be read']);
});

test('the free space is that of the real disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace('.');
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});
