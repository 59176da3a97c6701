import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createEncoder, encodingFor } from './encoding.ts';
import { createFairQueue, type FairQueue } from '#server/concurrency/fair-queue.ts';
import { allowedMs } from './slow-readers.ts';

export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  readonly open: () => Readable;
}

/** Each holds a batch of records or a photo in memory until the client has taken it. */
const downloads = createFairQueue({
  name: 'downloads',
  capacity: 16,
  perCaller: 2,
  perAddress: 12,
  waiting: 64,
  retryAfterSeconds: 10,
});

/** As an attachment, so that no browser interprets it as a page. */
export const sendDownload = (reply: FastifyReply, download: Download): Promise<FastifyReply> =>
  sendQueued(downloads, reply, async () => begin(reply, download));

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
  const isText = mediaType.startsWith('text/');
  if (isText) reply.header('vary', 'accept-encoding');
  const isPacked = isText && encodingFor(reply.request.headers['accept-encoding']) !== 'identity';
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.send(inTime(isPacked ? pipeline(open(), createEncoder('gzip'), () => {}) : open()));
}

/** Aborts when reading takes longer than the bytes allow; the time spent generating does not count. */
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
  return Readable.from(chunks(), { objectMode: false }).once('close', () => source.destroy());
}
