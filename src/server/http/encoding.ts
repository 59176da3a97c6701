import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The preferred encoding that the client accepts (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const named = (accepted ?? '').toLowerCase().split(',');
  const takes = (encoding: string): boolean =>
    named.some((part) => {
      const [name = '', ...parameters] = part.split(';');
      return name.trim() === encoding && !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

// At level 4 Brotli takes as long as gzip and the result is a third smaller; higher levels take many times as long.
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Both run outside the event loop's thread. */
const compress = {
  br: (bytes: Buffer): Promise<Buffer> => promisify(brotliCompress)(bytes, { params: brotliQuality }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;

/** Takes the next piece; the writer awaits it. */
export type Take = (piece: Uint8Array) => Promise<void>;

/** Streams what `write` produces in an encoding, with back-pressure. */
export async function encode<T>(encoding: Encoding, write: (take: Take) => Promise<T>, take: Take): Promise<T> {
  if (encoding === 'identity') return write(take);
  const encoder = encoding === 'br' ? createBrotliCompress(brotliStream) : createGzip({ chunkSize });
  const taking = pipeline(encoder, async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await take(piece);
  });
  // If the writer fails first, its error is the one that is reported.
  taking.catch(() => {});
  try {
    const result = await write(async (piece) => {
      if (!encoder.write(piece)) await Promise.race([once(encoder, 'drain'), taking]);
    });
    encoder.end();
    await taking;
    return result;
  } finally {
    encoder.destroy();
  }
}
const chunkSize = 64 * 1024;
// With its default window of 4 MB an encoder takes up to 13 MB for a few per cent.
const brotliStream = { params: { ...brotliQuality, [constants.BROTLI_PARAM_LGWIN]: 18 }, chunkSize };

const leastBytes = 1024;
const compressible = /^text\/|[/+](?:json|xml)(?:;|$)/;

/**
 * Compresses whole responses before they are sent, so that only the compressed bytes are held while a slow client reads. Streams compress
 * themselves where it is worth it.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const type = String(reply.getHeader('content-type') ?? '');
    if (!isWhole || payload.length < leastBytes || reply.hasHeader('content-encoding') || !compressible.test(type)) {
      return done(null, payload);
    }
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    compress[encoding](Buffer.from(payload)).then(
      (bytes) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, bytes);
      },
      (error: unknown) => done(error as Error),
    );
  });
}
