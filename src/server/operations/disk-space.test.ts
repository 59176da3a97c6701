import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reserveFile } from './disk-reserve.ts';
import { createDiskWatch, isLow, readDiskSpace } from './disk-space.ts';

const disk = { freeBytes: 5e9, totalBytes: 20e9 };

test('space is low below a gigabyte or a tenth of the disk', () => {
  expect(isLow(disk)).toBe(false);
  expect(isLow({ freeBytes: 1e9 - 1, totalBytes: 2e9 })).toBe(true);
  expect(isLow({ freeBytes: 1e9, totalBytes: 2e9 })).toBe(false);
  expect(isLow({ freeBytes: 9e9, totalBytes: 100e9 })).toBe(true);
});

test('the log warns once an hour that space is low, and reports when it is enough again', async () => {
  const folder = temporaryFolder();
  const said: string[] = [];
  const note = (level: string) => (words: unknown, text?: string) => void said.push(`${level}: ${text ?? JSON.stringify(words)}`);
  let space = disk;
  const look = createDiskWatch({
    folder,
    log: { warn: note('warn'), error: note('error'), info: note('info') },
    read: async () => space,
  });
  const start = Date.parse('2026-05-01T08:00:00Z');
  const at = (minutes: number) => look(new Date(start + minutes * 60_000));
  await at(0);
  expect(said).toEqual([]);
  space = { ...disk, freeBytes: 0.5e9 };
  for (const minute of [1, 2, 30, 60]) await at(minute);
  expect(said).toEqual([
    `error: the disk of DATA_DIR is nearly full: 0.5 GB of 20.0 GB are free. Make room; deleting ${join(folder, 'reserve')} gives some at once`,
  ]);
  await at(61);
  expect(said).toHaveLength(2);
  space = disk;
  await at(62);
  await at(63);
  expect(said.slice(2)).toEqual(['info: there is enough free space again']);
});

test('the reserve is made while there is space, and not when space is low', async () => {
  const folder = temporaryFolder();
  let space = { ...disk, freeBytes: 0.5e9 };
  const look = createDiskWatch({ folder, log: { warn() {}, error() {}, info() {} }, read: async () => space });
  await look(new Date());
  expect(readdirSync(folder)).toEqual([]);
  space = disk;
  await look(new Date());
  expect(readdirSync(folder)).toEqual(['reserve']);
  // Allocated block by block (of 512 bytes); deleting a sparse file would release nothing.
  const { size, blocks, mtimeMs } = statSync(reserveFile(folder));
  expect(size).toBe(16 * 1024 * 1024);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  await look(new Date());
  expect(statSync(reserveFile(folder)).mtimeMs).toBe(mtimeMs);
});

test('the free space is that of the real disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace('.');
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
