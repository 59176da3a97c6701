import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

/** Compresses a file with zstd and measures input and output on the way. */
export async function packFile(from: string, to: string): Promise<{ packed: Measured; unpacked: Measured }> {
  const [before, after] = [scale(), scale()];
  await pipeline(createReadStream(from), before.through, createZstdCompress(), after.through, writeDurably(to));
  return { packed: after.reading(), unpacked: before.reading() };
}

export async function unpackFile(from: Readable, to: string): Promise<{ packed: Measured; unpacked: Measured }> {
  const [before, after] = [scale(), scale()];
  await pipeline(from, before.through, createZstdDecompress(), after.through, writeDurably(to));
  return { packed: before.reading(), unpacked: after.reading() };
}

export async function keepStream(from: Readable, to: string): Promise<Measured> {
  const passing = scale();
  await pipeline(from, passing.through, writeDurably(to));
  return passing.reading();
}

export const measure = (bytes: Buffer): Measured => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

export const isSame = (a: Measured, b: Measured): boolean => a.bytes === b.bytes && a.sha256 === b.sha256;

/** Flushed to the disk before the stream ends. */
const writeDurably = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

/** Passes data through and measures it. */
function scale(): { through: Transform; reading: () => Measured } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, reading: () => ({ bytes, sha256: hash.digest('hex') }) };
}
