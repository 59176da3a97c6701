import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

export interface Measurement {
  readonly bytes: number;
  readonly sha256: string;
}

/** Measures what is written. */
export async function packFile(from: string, to: string): Promise<Measurement> {
  const meter = createMeter();
  await pipeline(createReadStream(from), createZstdCompress(), meter.through, writeDurably(to));
  return meter.result();
}

export class TooLongError extends Error {}

interface UnpackLimits {
  readonly packed: number;
  readonly unpacked: number;
}

/** Measures what is read. */
export async function unpackFile(from: Readable, to: string, most: UnpackLimits): Promise<Measurement> {
  const meter = createMeter(most.packed);
  await pipeline(from, meter.through, createZstdDecompress(), createMeter(most.unpacked).through, writeDurably(to));
  return meter.result();
}

export async function writeStream(from: Readable, to: string, mostBytes: number): Promise<Measurement> {
  const meter = createMeter(mostBytes);
  await pipeline(from, meter.through, writeDurably(to));
  return meter.result();
}

export const measure = (bytes: Buffer): Measurement => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

export const isSame = (a: Measurement, b: Measurement): boolean => a.bytes === b.bytes && a.sha256 === b.sha256;

const writeDurably = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

function createMeter(mostBytes = Infinity) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(this: void, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) throw new TooLongError();
        yield chunk;
      }
    },
    result: (): Measurement => ({ bytes, sha256: hash.digest('hex') }),
  };
}
