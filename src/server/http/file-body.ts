import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import { createByteBudget, type Share } from '#server/concurrency/byte-budget.ts';
import type { Caller } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { receiveForm, type ReceivedForm } from './form.ts';
import { Problem } from '#server/problem.ts';

export interface ReceivedFile extends ReceivedForm {
  readonly bytes: Buffer;
}

const megabyte = 1024 * 1024;

export const bodiesInMemory = createByteBudget({
  capacity: () => 128 * megabyte,
  perCaller: () => 24 * megabyte,
  createProblem: () => new Problem('server.busy', { retryAfter: 5 }),
});

/** Limits one caller only; the total is bounded in bytes. */
const files = createFairQueue({ name: 'file_bodies', capacity: 500, waiting: 500, perCaller: 2, waitingPerCaller: 20 });

export const withFile = <T>(
  request: FastifyRequest,
  expected: FileBody,
  caller: Caller,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  files.run(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    const eviction = new AbortController();
    const share = bodiesInMemory.open(caller, (problem) => eviction.abort(problem));
    try {
      let bytes = Buffer.alloc(0);
      const form = await receiveForm(
        request,
        expected,
        AbortSignal.any([caller.signal, eviction.signal]),
        async (content, signal) => {
          bytes = await collect(content, signal, share);
          return bytes.length;
        },
      );
      share.complete();
      return await work({ ...form, bytes });
    } finally {
      share.release();
    }
  });

async function collect(content: Readable, signal: AbortSignal, share: Share): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const append = async (arriving: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of arriving) {
      share.take(chunk.length);
      chunks.push(chunk);
    }
  };
  await pipeline(content, append, { signal });
  return Buffer.concat(chunks);
}
