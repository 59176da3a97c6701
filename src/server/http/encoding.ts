import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

export function encodingFor(accepted: string | undefined): Encoding {
  const named = (accepted ?? '').toLowerCase().split(',');
  const accepts = (encoding: string): boolean =>
    named.some((part) => {
      const [name = '', ...parameters] = part.split(';');
      return name.trim() === encoding && !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter));
    });
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
}

const chunkSize = 64 * 1024;
// At level 4 Brotli takes as long as gzip and the result is a third smaller; higher levels take many times as long. With its default window of
// 4 MB an encoder takes up to 13 MB for a few per cent.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 }, chunkSize };

export const createEncoder = (encoding: Exclude<Encoding, 'identity'>) =>
  encoding === 'br' ? createBrotliCompress(brotli) : createGzip({ chunkSize });

export function compress(content: string | Uint8Array, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  const encoder = createEncoder(encoding);
  encoder.end(content);
  return buffer(encoder);
}

const minBytes = 1024;
const compressible = /^text\/|[/+](?:json|xml)(?:;|$)/;

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const type = String(reply.getHeader('content-type') ?? '');
    if (!isWhole || payload.length < minBytes || reply.hasHeader('content-encoding') || !compressible.test(type)) {
      return done(null, payload);
    }
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    compress(payload, encoding).then(
      (bytes) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, bytes);
      },
      (error: unknown) => done(error as Error),
    );
  });
}
