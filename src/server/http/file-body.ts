import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import type { Caller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { receiveForm, type ReceivedForm } from './form.ts';
import { Problem } from '#server/problem.ts';

export interface ReceivedFile extends ReceivedForm {
  readonly bytes: Buffer;
}

/** Each is at most ten megabytes in memory. */
const files = new Semaphore({ name: 'file_bodies', capacity: 12, waiting: 200, perCaller: 2, waitingPerCaller: 20 });

export const withFile = <T>(
  request: FastifyRequest,
  expected: FileBody,
  caller: Caller,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  files.run(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    let bytes = Buffer.alloc(0);
    const form = await receiveForm(request, expected, caller.signal, async (content, signal) => {
      bytes = await pipeline(content, buffer, { signal });
      return bytes.length;
    });
    return work({ ...form, bytes });
  });
