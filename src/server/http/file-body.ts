import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import type { Caller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyBytes, sharesOfBodies } from './body-bytes.ts';
import { formBytes, receiveForm, type ReceivedForm } from './form.ts';
import { Problem } from '#server/problem.ts';

export interface ReceivedFile extends ReceivedForm {
  readonly bytes: Buffer;
}

const files = new Semaphore({ name: 'file_bodies', waiting: 200, ...sharesOfBodies });
const memory = new BodyBytes(files, 64 * 1024 * 1024);

export const withFile = <T>(
  request: FastifyRequest,
  expected: FileBody,
  caller: Caller,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  files.run(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    const refusal = new AbortController();
    const body = memory.hold(() => refusal.abort(new Problem('server.busy', { retryAfter: 1 })));
    body.add(formBytes);
    try {
      let bytes = Buffer.alloc(0);
      const signal = AbortSignal.any([caller.signal, refusal.signal]);
      const form = await receiveForm(request, expected, signal, async (content) => {
        bytes = await pipeline(content, (chunks: AsyncIterable<Buffer>) => collect(chunks, body.add), { signal });
        return bytes.length;
      });
      body.arrive();
      return await work({ ...form, bytes });
    } finally {
      body.release();
    }
  });

async function collect(chunks: AsyncIterable<Buffer>, add: (bytes: number) => void): Promise<Buffer<ArrayBuffer>> {
  const collected: Buffer[] = [];
  for await (const chunk of chunks) {
    collected.push(chunk);
    add(chunk.length);
  }
  return Buffer.concat(collected);
}
