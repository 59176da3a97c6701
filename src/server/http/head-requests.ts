import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Without this, Fastify would consume a stream to its end for a HEAD request. */
export function answerHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.on('error', () => {}).destroy();
    done(null, Readable.from([]));
  });
}
