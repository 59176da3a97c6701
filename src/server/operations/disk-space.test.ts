import { expect, test } from 'vitest';
import { createDiskWatch, isLow, readDiskSpace } from './disk-space.ts';

const disk = { freeBytes: 5e9, totalBytes: 20e9 };

test('space is low below a gigabyte or a tenth of the disk', () => {
  expect(isLow(disk)).toBe(false);
  expect(isLow({ freeBytes: 1e9 - 1, totalBytes: 2e9 })).toBe(true);
  expect(isLow({ freeBytes: 1e9, totalBytes: 2e9 })).toBe(false);
  expect(isLow({ freeBytes: 9e9, totalBytes: 100e9 })).toBe(true);
});

test('the log warns once an hour that space is low, and reports when it is enough again', async () => {
  const said: string[] = [];
  const note = (level: string) => (words: unknown, text?: string) => void said.push(`${level}: ${text ?? JSON.stringify(words)}`);
  let space = disk;
  const look = createDiskWatch({
    folder: '.',
    log: { warn: note('warn'), error: note('error'), info: note('info') },
    read: async () => space,
  });
  const start = Date.parse('2026-05-01T08:00:00Z');
  const at = (minutes: number) => look(new Date(start + minutes * 60_000));
  await at(0);
  expect(said).toEqual([]);
  space = { ...disk, freeBytes: 0.5e9 };
  for (const minute of [1, 2, 30, 60]) await at(minute);
  expect(said).toEqual([`error: the disk of DATA_DIR is nearly full: 0.5 GB of 20.0 GB are free. Make room`]);
  await at(61);
  expect(said).toHaveLength(2);
  space = disk;
  await at(62);
  await at(63);
  expect(said.slice(2)).toEqual(['info: there is enough free space again']);
});

test('the free space is that of the real disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace('.');
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});
