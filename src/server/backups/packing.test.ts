import { mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { measure, TooLongError, unpackFile } from './packing.ts';

test('what is unpacked is cut off where it becomes longer than there is room for', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bellwether-packing-'));
  const [zeros, file] = [Buffer.alloc(50_000_000), join(folder.path, 'file')];
  const packed = zstdCompressSync(zeros);
  const unpack = (to: string, unpacked: number) => unpackFile(Readable.from([packed]), to, { packed: packed.length, unpacked });
  expect(await unpack(file, zeros.length)).toEqual(measure(packed));
  expect(readFileSync(file).equals(zeros)).toBe(true);
  const cut = join(folder.path, 'cut');
  await expect(unpack(cut, 1_000_000)).rejects.toThrow(TooLongError);
  expect(statSync(cut).size).toBeLessThanOrEqual(1_000_000);
});
