import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

export interface Measurement {
  readonly bytes: number;
  readonly sha256: string;
}

export async function packFile(from: string, to: string): Promise<{ packed: Measurement; unpacked: Measurement }> {
  const [before, after] = [createMeter(), createMeter()];
  await pipeline(createReadStream(from), before.through, createZstdCompress(), after.through, writeDurably(to));
  return { packed: after.result(), unpacked: before.result() };
}

export async function unpackFile(from: Readable, to: string): Promise<{ packed: Measurement; unpacked: Measurement }> {
  const [before, after] = [createMeter(), createMeter()];
  await pipeline(from, before.through, createZstdDecompress(), after.through, writeDurably(to));
  return { packed: before.result(), unpacked: after.result() };
}

export async function writeStream(from: Readable, to: string): Promise<Measurement> {
  const meter = createMeter();
  await pipeline(from, meter.through, writeDurably(to));
  return meter.result();
}

export const measure = (bytes: Buffer): Measurement => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

export const isSame = (a: Measurement, b: Measurement): boolean => a.bytes === b.bytes && a.sha256 === b.sha256;

const writeDurably = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

function createMeter(): { through: Transform; result: () => Measurement } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
