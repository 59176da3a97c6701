import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { currentCaller } from '#server/concurrency/caller.ts';
import { watchRate } from './body-time.ts';
import { createEncoder, encodingFor } from './encoding.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';

export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  readonly open: () => Readable;
}

/** Each holds a batch of records or a photo in memory until the client has taken it. */
const downloads = new Semaphore({ name: 'downloads', capacity: 16, perCaller: 2, waiting: 64 });

const maxMs = 30 * 60_000;

const checkedEveryMs = 10_000;

/** A client that takes its download slowly gives its place back while somebody waits for it. */
const endIfSlow = ({ raw }: FastifyReply, caller = currentCaller()?.key): (() => void) =>
  watchRate(
    () => raw.socket?.bytesWritten ?? 0,
    checkedEveryMs,
    () => raw.writableNeedDrain && downloads.isWanted(caller) && raw.destroy(),
  );

/** As an attachment, so that no browser interprets it as a page. */
export async function sendDownload(reply: FastifyReply, { fileName, mediaType, open }: Download): Promise<FastifyReply> {
  const release = await downloads.enter();
  const deadline = setTimeout(() => reply.raw.destroy(), maxMs).unref();
  const stopWatching = endIfSlow(reply);
  reply.raw.once('close', () => {
    clearTimeout(deadline);
    stopWatching();
    release();
  });
  reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(mediaType);
  const isText = mediaType.startsWith('text/');
  if (isText) reply.header('vary', 'accept-encoding');
  const isPacked = isText && encodingFor(reply.request.headers['accept-encoding']) !== 'identity';
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.send(isPacked ? pipeline(open(), createEncoder('gzip'), () => {}) : open());
}
