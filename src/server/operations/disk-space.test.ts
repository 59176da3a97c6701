import { expect, onTestFinished, test, vi } from 'vitest';
import { isLow, readDiskSpace, watchDisk } from './disk-space.ts';

const disk = { freeBytes: 5e9, totalBytes: 20e9 };

test('space is low below a gigabyte or a tenth of the disk', () => {
  expect(isLow(disk)).toBe(false);
  expect(isLow({ freeBytes: 1e9 - 1, totalBytes: 2e9 })).toBe(true);
  expect(isLow({ freeBytes: 1e9, totalBytes: 2e9 })).toBe(false);
  expect(isLow({ freeBytes: 9e9, totalBytes: 100e9 })).toBe(true);
});

test('the log warns at the start and once an hour while space is low', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const errors: string[] = [];
  let space = { ...disk, freeBytes: 0.5e9 };
  watchDisk('.', { warn: () => {}, error: (_: unknown, text?: string) => errors.push(text ?? '') }, async () => space);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(errors).toEqual(['the disk of DATA_DIR is nearly full: 0.5 GB of 20.0 GB are free. Make room']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toHaveLength(2);
  space = disk;
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(errors).toHaveLength(2);
});

test('the free space is that of the real disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace('.');
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});
