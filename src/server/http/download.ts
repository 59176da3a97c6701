import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { encodingFor } from './encoding.ts';
import { createFairQueue, type FairQueue } from '#server/concurrency/fair-queue.ts';
import { allowedMs } from './slow-readers.ts';

/** A file that is made while it is sent. */
export interface Download {
  /** Letters, digits, dots and dashes only. */
  readonly fileName: string;
  readonly mediaType: string;
  /** Begins to make it; when the stream is destroyed, the making ends. */
  readonly open: () => Readable;
}

/** Each holds a batch of records or a photo in memory for as long as its reader takes. */
const downloads = createFairQueue({
  name: 'downloads',
  capacity: 16,
  perCaller: 2,
  perAddress: 12,
  waiting: 64,
  retryAfterSeconds: 10,
});

/** To be saved, not shown: whatever is in it, no browser takes it for a page. */
export const sendDownload = (reply: FastifyReply, download: Download): Promise<FastifyReply> =>
  sendQueued(downloads, reply, async () => begin(reply, download));

/** Answers when the caller's turn comes. The place is given back when the reader has everything, or has left. */
export function sendQueued(queue: FairQueue, reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  const { promise, resolve, reject } = Promise.withResolvers<FastifyReply>();
  const send = async (): Promise<void> => {
    const closed = new Promise((close) => reply.raw.once('close', close));
    resolve(await answer());
    await closed;
  };
  queue.run(send).catch(reject);
  return promise;
}

function begin(reply: FastifyReply, { fileName, mediaType, open }: Download): FastifyReply {
  reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(mediaType);
  // The other formats are packed already.
  const isText = mediaType.startsWith('text/');
  if (isText) reply.header('vary', 'accept-encoding');
  const isPacked = isText && encodingFor(reply.request.headers['accept-encoding']) !== 'identity';
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.send(inTime(isPacked ? pipeline(open(), createGzip(), () => {}) : open()));
}

/** Breaks off when the reader takes longer than so many bytes may take; the time that the making takes does not count. */
function inTime(source: Readable): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    let bytes = 0;
    let waitedMs = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const since = performance.now();
      yield chunk;
      waitedMs += performance.now() - since;
      bytes += chunk.length;
      if (waitedMs > allowedMs(bytes)) throw new Error('The reader takes too long');
    }
  }
  // Also where nobody began to read.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => source.destroy());
}
